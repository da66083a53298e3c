#include "server/shell/metrics.h"

#include <stdio.h>
#include <stdlib.h>

#include "redoubt/base.h"

static void figure(FILE *page, const char *name, const char *type, const char *help, double value)
{
    fprintf(page, "# HELP redoubt_%s %s\n# TYPE redoubt_%s %s\nredoubt_%s %.17g\n", name, help,
            name, type, name, value);
}

static void gauge(FILE *page, const char *name, const char *help, double value)
{
    figure(page, name, "gauge", help, value);
}

static void counter(FILE *page, const char *name, const char *help, double value)
{
    figure(page, name, "counter", help, value);
}

static void network(FILE *page, const struct net_counts *net)
{
    gauge(page, "connections", "Open connections of all kinds.", net->open);
    gauge(page, "websockets", "Open WebSockets.", net->websockets);
    counter(page, "connections_total", "Connections that were let in.", (double)net->connections);
    counter(page, "connections_refused_total", "Connections over a limit.", (double)net->refused);
    counter(page, "slow_readers_total", "Connections closed because they didn't read.",
            (double)net->slow);
    counter(page, "messages_received_total", "Messages from clients.", (double)net->messages_in);
    counter(page, "messages_sent_total", "Messages to clients.", (double)net->messages_out);
    counter(page, "received_bytes_total", "Bytes of messages from clients.", (double)net->bytes_in);
    counter(page, "sent_bytes_total", "Bytes of messages to clients.", (double)net->bytes_out);
    counter(page, "page_seconds_total", "Time spent on pages, on sending them too.",
            (double)net->page_us / 1e6);
}

/* How long commits took, as a histogram of Prometheus: each class includes those before it. */
static void commits(FILE *page, const struct thread_counts *threads)
{
    uint64_t sum = 0;
    fputs("# HELP redoubt_commit_seconds Time of a commit, with its sync to the disk.\n"
          "# TYPE redoubt_commit_seconds histogram\n",
          page);
    for (uint32_t i = 0; i < COMMIT_CLASSES; i++) {
        sum += threads->commits[i];
        if (i + 1 < COMMIT_CLASSES) {
            fprintf(page, "redoubt_commit_seconds_bucket{le=\"%g\"} %llu\n",
                    (double)((uint64_t)1 << i) / 1000, (unsigned long long)sum);
        }
    }
    fprintf(page,
            "redoubt_commit_seconds_bucket{le=\"+Inf\"} %llu\n"
            "redoubt_commit_seconds_sum %.6f\nredoubt_commit_seconds_count %llu\n",
            (unsigned long long)sum, (double)threads->commit_us / 1e6, (unsigned long long)sum);
}

static void work(FILE *page, const struct thread_counts *threads)
{
    counter(page, "records_total", "Records that were stored.", (double)threads->records);
    counter(page, "storage_failures_total", "Batches that the disk refused.",
            (double)threads->failures);
    counter(page, "bot_answers_total", "Questions that bots answered.", (double)threads->answers);
    counter(page, "bot_seconds_total", "Time that bots thought.",
            (double)threads->thought_us / 1e6);
    counter(page, "bot_answers_apart_total", "Of those, answered by thinkers on other machines.",
            (double)threads->answers_apart);
    counter(page, "bot_questions_back_total", "Questions that thinkers did not answer in time.",
            (double)threads->given_back);
    counter(page, "bot_answers_wrong_total", "Answers of thinkers that were none.",
            (double)threads->wrong);
    gauge(page, "bot_questions_apart", "Questions that thinkers have.", threads->apart);
    gauge(page, "bot_room_apart", "Questions that thinkers could begin besides.", threads->room);
    gauge(page, "bot_questions", "Questions that wait for a bot.", threads->questions);
}

char *metrics_page(const struct metrics *metrics, size_t *size)
{
    char *text = NULL;
    FILE *page = open_memstream(&text, size);
    RD_ASSERT(page != NULL);
    gauge(page, "up", "1 unless the disk refuses to be written.", metrics->healthy ? 1 : 0);
    gauge(page, "start_time_seconds", "When the server began.", (double)metrics->started_ms / 1000);
    gauge(page, "players", "Players and guests.", metrics->core.players);
    gauge(page, "matches", "Matches in the database.", metrics->core.matches);
    gauge(page, "matches_asleep", "Matches whose log is on the disk only.", metrics->core.asleep);
    gauge(page, "matches_broken", "Matches whose record can't be played.", metrics->core.broken);
    counter(page, "busy_total", "Commands refused because there was too much to do.",
            (double)metrics->core.busy);
    network(page, &metrics->net);
    commits(page, &metrics->threads);
    work(page, &metrics->threads);
    int failed = fclose(page);
    RD_ASSERT(failed == 0);
    return text;
}
