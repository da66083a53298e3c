/* Pages beside the play. Whoever asks for many pages at once is given one of them in a round, and
 * all pages together get a part of the time: those who play are served in between. Requests that
 * come too fast wait unread, and so are never refused. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/list.h"
#include "redoubt/base.h"
#include "server/shell/peer.h"

enum {
    PAGES_BURST = 400,      /* of one connection at once... */
    PAGES_PER_SECOND = 400, /* ...and on average */
    PART = 4,               /* pages have one part in so many of the time... */
    SAVED_US = 5000         /* ...and so much at once */
};

int64_t net_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void fill_purse(struct peer *peer, int64_t now_ms)
{
    int64_t passed = now_ms - peer->counted_ms, full = (int64_t)PAGES_BURST * 1000;
    peer->counted_ms = now_ms;
    passed = passed > 60000 ? 60000 : passed;
    peer->purse += passed * PAGES_PER_SECOND;
    peer->purse = peer->purse > full ? full : peer->purse;
}

static bool is_time(struct net *net)
{
    int64_t now = net_now_us();
    net->page_us += (now - net->page_counted_us) / PART;
    net->page_counted_us = now;
    net->page_us = net->page_us > SAVED_US ? SAVED_US : net->page_us;
    return net->page_us > 0;
}

bool turn_has_come(struct net *net, struct peer *peer)
{
    fill_purse(peer, net_now_ms());
    if (!is_time(net) || peer->purse < 1000) {
        return false;
    }
    peer->purse -= 1000;
    return true;
}

void turn_wait(struct net *net, struct peer *peer)
{
    if (!peer->in_turn) {
        net->turn = rd_grown(net->turn, net->turns, &net->turn_room, sizeof *net->turn);
        net->turn[net->turns++] = peer->serial;
        peer->in_turn = true;
        peer_want(net, peer, peer->wants_out);
    }
}

void turn_spent(struct net *net, int64_t begun_us)
{
    int64_t spent_us = net_now_us() - begun_us;
    net->page_us -= spent_us;
    net->counts.page_us += spent_us;
}

/* Those who can't be served yet stay in front of those who come meanwhile. */
void turns_take(struct net *net)
{
    uint32_t count = net->turns, kept = 0;
    if (count == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t serial = net->turn[i];
        struct peer *peer = hash_map_get(&net->by_serial, serial);
        if (peer == NULL || peer->dead) {
            continue;
        }
        fill_purse(peer, net_now_ms());
        if (!is_time(net) || peer->purse < 1000) {
            net->turn[kept++] = serial;
            continue;
        }
        peer->in_turn = false;
        peer_take_turn(net, peer);
        peers_send_fresh(net);
    }
    memmove(net->turn + kept, net->turn + count, (net->turns - count) * sizeof *net->turn);
    net->turns -= count - kept;
}

int64_t turns_wait_ms(const struct net *net)
{
    if (net->turns == 0) {
        return INT64_MAX;
    }
    return net->page_us > 0 ? 1 : 1 - net->page_us * PART / 1000;
}
