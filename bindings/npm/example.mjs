// Two bots play a whole game: node example.mjs [GAME [BOT]]
import { load } from "redoubt-rules";

const [id = "apoca", bot = "random"] = process.argv.slice(2);
const rules = await load();
const match = rules.begin(id, { seed: 7 });
while (!match.outcome()) {
  const [seat] = match.toAct();
  match.apply(seat, match.ask(bot, seat));
}
const { reason, rule, rank } = match.outcome();
console.log(`${match.game.title}: ${match.game.seats[rank.indexOf(1)]} after ${match.turn()} turns, ${reason} (${rule})`);
console.log(match.hash());
