// A bot for any game of Redoubt, to begin with: any verb with the same chance, then any of its orders.
// See docs/bot-protocol.md.
//
//     redoubt match apoca 'cmd:node clients/kits/bot.mjs' random
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// A small generator of its own: Math.random can't be seeded, and the same match twice should be the same game.
let state = 1;
function below(limit) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
}

// The index of one of the legal orders. Put your own ideas here; view is what you know.
function choose(view, legal) {
    const verbs = [...new Set(legal.map((order) => order.verb))];
    const verb = verbs[below(verbs.length)];
    const candidates = legal.map((order, index) => index).filter((index) => legal[index].verb === verb);
    return candidates[below(candidates.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.hello !== undefined) {
        state = parseInt(message.seed.slice(0, 8), 16) || 1;
        say({ ready: true, name: "Kit in JavaScript" });
    } else if (message.ask !== undefined) {
        if (message.refused !== undefined) {
            console.error(`refused: ${message.refused.why}`);
        }
        say({ choose: choose(message.view, message.legal) });
    } else if (message.end !== undefined) {
        process.exit(0);
    }
}
