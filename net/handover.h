/*
 * net/handover.h - the packets by which a server hands a connection over to the site of a contest:
 * the socket, a sign, and the bytes that were read of it.
 */
#ifndef REDOUBT_NET_HANDOVER_H
#define REDOUBT_NET_HANDOVER_H

enum {
    HANDOVER_COUNTED = 'c', /* a visitor from elsewhere, known by the address of the socket */
    HANDOVER_BELIEVED = 'b' /* this machine or a proxy: X-Forwarded-For says who it is */
};

#endif
