// A bot for any game of Redoubt, to begin with, in plain Rust: any legal order. It asks not to be
// sent the view and the list, and picks by number. See the line protocol, docs/bot-protocol.md.
//
//     rustc -O -o mybot clients/kits/bot.rs && redoubt match apoca cmd:./mybot random
use std::io::{self, BufRead, Write};

/// The text behind "key": on the top level of our messages.
fn value_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let quoted = format!("\"{}\":", key);
    line.find(&quoted).map(|at| &line[at + quoted.len()..])
}

struct Bot {
    state: u64, // the same seed plays the same game
}

impl Bot {
    /// The number of an order in the list of legal ones. Put your own ideas here.
    fn choose(&mut self, legal_count: u64) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 33) % legal_count
    }
}

fn say(text: &str) {
    println!("{}", text);
    io::stdout().flush().unwrap();
}

fn main() {
    let mut bot = Bot { state: 1 };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if value_of(&line, "hello").is_some() {
            let seed = value_of(&line, "seed").unwrap_or("\"1");
            bot.state = u64::from_str_radix(&seed[1..17], 16).unwrap_or(1);
            say("{\"ready\":true,\"name\":\"Kit in Rust\",\"want\":[]}");
        } else if value_of(&line, "ask").is_some() {
            let text = value_of(&line, "legal_count").unwrap_or("1");
            let digits: String = text.chars().take_while(|c| c.is_ascii_digit()).collect();
            let choice = bot.choose(digits.parse().unwrap_or(1));
            say(&format!("{{\"choose\":{}}}", choice));
        } else if value_of(&line, "end").is_some() {
            break;
        }
    }
}
