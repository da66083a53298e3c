// A bot for any game of Redoubt, to begin with, in plain C++: any legal order. It asks not to be sent
// the view and the list, and picks by number. See the line protocol, docs/bot-protocol.md.
//
//     c++ -O2 -o mybot clients/kits/bot.cpp && redoubt match apoca cmd:./mybot random
#include <cstdint>
#include <iostream>
#include <string>

// The text behind "key": on the top level of our messages; "" if it is not there.
static std::string value_of(const std::string &line, const std::string &key)
{
    const std::string quoted = "\"" + key + "\":";
    const auto at = line.find(quoted);
    return at == std::string::npos ? "" : line.substr(at + quoted.size());
}

class Bot
{
public:
    explicit Bot(uint64_t seed) : state(seed)
    {
    }

    // The number of an order in the list of legal ones. Put your own ideas here.
    uint32_t choose(uint32_t legal_count)
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>((state >> 33) % legal_count);
    }

private:
    uint64_t state; // the same seed plays the same game
};

int main()
{
    Bot bot(1);
    std::string line;
    while (std::getline(std::cin, line)) {
        if (!value_of(line, "hello").empty()) {
            bot = Bot(std::stoull(value_of(line, "seed").substr(1, 16), nullptr, 16));
            std::cout << R"({"ready":true,"name":"Kit in C++","want":[]})" << std::endl;
        } else if (!value_of(line, "ask").empty()) {
            const auto count = static_cast<uint32_t>(std::stoul(value_of(line, "legal_count")));
            std::cout << "{\"choose\":" << bot.choose(count) << "}" << std::endl;
        } else if (!value_of(line, "end").empty()) {
            break;
        }
    }
}
