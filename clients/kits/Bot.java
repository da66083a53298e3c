// A bot for any game of Redoubt, to begin with, in plain Java: any legal order. It asks not to be
// sent the view and the list, and picks by number. See the line protocol, docs/bot-protocol.md.
//
//     javac -d . clients/kits/Bot.java && redoubt match apoca 'cmd:java -cp . Bot' random
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public class Bot {
    private Random luck = new Random(1);

    /** The text behind "key": on the top level of our messages; null if it is not there. */
    private static String valueOf(String line, String key) {
        int at = line.indexOf("\"" + key + "\":");
        return at < 0 ? null : line.substring(at + key.length() + 3);
    }

    private static int numberOf(String line, String key) {
        return Integer.parseInt(valueOf(line, key).split("[,}]")[0]);
    }

    /** The number of an order in the list of legal ones. Put your own ideas here. */
    private int choose(int legalCount) {
        return luck.nextInt(legalCount);
    }

    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Bot bot = new Bot();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (valueOf(line, "hello") != null) {
                bot.luck = new Random(Long.parseUnsignedLong(valueOf(line, "seed").substring(1, 17), 16));
                System.out.println("{\"ready\":true,\"name\":\"Kit in Java\",\"want\":[]}");
            } else if (valueOf(line, "ask") != null) {
                System.out.println("{\"choose\":" + bot.choose(numberOf(line, "legal_count")) + "}");
            } else if (valueOf(line, "end") != null) {
                break;
            }
        }
    }
}
