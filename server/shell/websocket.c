#include "server/shell/websocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redoubt/base.h"
#include "server/core/base64.h"

#define GUID "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

enum { SHA1_BLOCK = 64, SHA1_SIZE = 20, MASK_SIZE = 4 };

/* ---- SHA-1, for the handshake alone ---- */

static uint32_t rolled(uint32_t word, uint32_t by)
{
    return word << by | word >> (32 - by);
}

static void sha1_block(uint32_t hash[5], const uint8_t block[SHA1_BLOCK])
{
    static const uint32_t constants[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
    uint32_t word[80] = { 0 }, a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (uint32_t i = 0; i < 80; i++) {
        const uint8_t *at = block + (size_t)4 * (i % 16);
        word[i] = i < 16
                      ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]
                      : rolled(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
        uint32_t mixed = i < 20              ? (b & c) | (~b & d)
                         : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                             : b ^ c ^ d;
        uint32_t next = rolled(a, 5) + mixed + e + constants[i / 20] + word[i];
        e = d;
        d = c;
        c = rolled(b, 30);
        b = a;
        a = next;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
}

/* Of a text shorter than two blocks less their padding: a key with the GUID has 60 bytes. */
static void sha1(const char *text, uint8_t out[SHA1_SIZE])
{
    uint32_t hash[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    uint8_t padded[2 * SHA1_BLOCK] = { 0 };
    size_t size = strlen(text), blocks = size + 9 > SHA1_BLOCK ? 2 : 1;
    RD_ASSERT(size + 9 <= sizeof padded);
    for (size_t i = 0; i < size; i++) {
        padded[i] = (uint8_t)text[i];
    }
    padded[size] = 0x80;
    padded[blocks * SHA1_BLOCK - 1] = (uint8_t)(size * 8);
    padded[blocks * SHA1_BLOCK - 2] = (uint8_t)(size * 8 >> 8);
    for (size_t i = 0; i < blocks; i++) {
        sha1_block(hash, padded + i * SHA1_BLOCK);
    }
    for (uint32_t i = 0; i < SHA1_SIZE; i++) {
        out[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
    }
}

void ws_accept(const char *key, char out[WS_ACCEPT_ROOM])
{
    char text[SHA1_BLOCK + sizeof GUID];
    uint8_t hash[SHA1_SIZE];
    snprintf(text, sizeof text, "%.60s%s", key, GUID);
    sha1(text, hash);
    *base64_write(out, hash, sizeof hash) = '\0';
}

/* ---- writing ---- */

size_t ws_head(enum ws_opcode opcode, size_t size, unsigned char out[WS_HEAD_MAX])
{
    size_t head = size < 126 ? 2 : size < 65536 ? 4 : 10;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = (unsigned char)(size < 126 ? size : size < 65536 ? 126 : 127);
    for (size_t i = 2; i < head; i++) {
        out[i] = (unsigned char)((uint64_t)size >> (8 * (head - 1 - i)));
    }
    return head;
}

/* ---- reading ---- */

/* How many bytes follow the first one of a character; 4: it is none. */
static uint32_t more_bytes(uint8_t first)
{
    return first < 0x80   ? 0
           : first < 0xc2 ? 4
           : first < 0xe0 ? 1
           : first < 0xf0 ? 2
           : first < 0xf5 ? 3
                          : 4;
}

/* The second byte has a range of its own where others would be too long, too large or surrogates.
 */
static bool second_fits(uint8_t first, uint8_t second)
{
    uint8_t low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    uint8_t high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high;
}

bool ws_utf8(const char *bytes, size_t size)
{
    const uint8_t *at = (const uint8_t *)bytes, *end = at + size;
    while (at < end) {
        uint32_t more = more_bytes(at[0]);
        if (more == 4 || (size_t)(end - at) <= more || (more > 0 && !second_fits(at[0], at[1]))) {
            return false;
        }
        for (uint32_t i = 2; i <= more; i++) {
            if ((at[i] & 0xc0) != 0x80) {
                return false;
            }
        }
        at += more + 1;
    }
    return true;
}

void ws_reader_free(struct ws_reader *reader)
{
    free(reader->parts);
    memset(reader, 0, sizeof *reader);
}

static enum ws_result wrong(struct ws_frame *frame, enum ws_status status, char *why)
{
    frame->status = (uint16_t)status;
    frame->bytes = why;
    frame->size = strlen(why);
    return WS_WRONG;
}

struct head {
    bool last;
    enum ws_opcode opcode;
    size_t head, size; /* head: with the mask */
    const unsigned char *mask;
};

static enum ws_result check_head(const struct head *head, const struct ws_reader *reader,
                                 const unsigned char *bytes, size_t message_max,
                                 struct ws_frame *frame)
{
    static char reserved[] = "reserved bits are set", unmasked[] = "frames must be masked",
                unknown[] = "there is no such opcode", control[] = "a control frame is too large",
                binary[] = "text only", astray[] = "a part without its beginning",
                unfinished[] = "a message within another", large[] = "the message is too large",
                many[] = "the message has too many parts";
    bool is_control = head->opcode >= WS_CLOSE;
    if ((bytes[0] & 0x70) != 0) {
        return wrong(frame, WS_PROTOCOL, reserved);
    }
    if ((bytes[1] & 0x80) == 0) {
        return wrong(frame, WS_PROTOCOL, unmasked);
    }
    if (head->opcode > WS_PONG || (head->opcode > WS_BINARY && !is_control)) {
        return wrong(frame, WS_PROTOCOL, unknown);
    }
    if (is_control) {
        return head->last && head->size <= WS_CONTROL_MAX ? WS_FRAME
                                                          : wrong(frame, WS_PROTOCOL, control);
    }
    if (head->opcode == WS_BINARY) {
        return wrong(frame, WS_UNSUPPORTED, binary);
    }
    if ((head->opcode == WS_MORE) != reader->begun) {
        return wrong(frame, WS_PROTOCOL, reader->begun ? unfinished : astray);
    }
    if (reader->count >= WS_PARTS_MAX) {
        return wrong(frame, WS_TOO_LARGE, many);
    }
    return head->size <= message_max - reader->size ? WS_FRAME : wrong(frame, WS_TOO_LARGE, large);
}

/* False: it is not whole yet. */
static bool read_head(const unsigned char *bytes, size_t size, struct head *head)
{
    if (size < 2) {
        return false;
    }
    size_t length = bytes[1] & 0x7f, wide = length < 126 ? 0 : length == 126 ? 2 : 8;
    head->last = (bytes[0] & 0x80) != 0;
    head->opcode = (enum ws_opcode)(bytes[0] & 15);
    head->head = 2 + wide + MASK_SIZE;
    if (size < head->head) {
        return false;
    }
    if (wide > 0) {
        length = 0;
        for (size_t i = 0; i < wide; i++) {
            length = length << 8 | bytes[2 + i];
        }
    }
    head->size = length;
    head->mask = bytes + 2 + wide;
    return true;
}

static void unmask(char *bytes, size_t size, const unsigned char *mask)
{
    uint64_t wide, word;
    memcpy(&wide, mask, MASK_SIZE);
    memcpy((char *)&wide + MASK_SIZE, mask, MASK_SIZE);
    size_t at = 0;
    for (; at + sizeof word <= size; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        word ^= wide;
        memcpy(bytes + at, &word, sizeof word);
    }
    for (; at < size; at++) {
        bytes[at] = (char)(bytes[at] ^ (char)mask[at % MASK_SIZE]);
    }
}

static void keep_part(struct ws_reader *reader, const char *bytes, size_t size)
{
    char *larger = realloc(reader->parts, reader->size + size + 1); /* never 0 bytes */
    RD_ASSERT(larger != NULL);
    memcpy(larger + reader->size, bytes, size);
    reader->parts = larger;
    reader->size += size;
    reader->count++;
    reader->begun = true;
}

static enum ws_result take_text(struct ws_reader *reader, const struct head *head,
                                struct ws_frame *frame)
{
    static char not_utf8[] = "not UTF-8";
    if (reader->begun || !head->last) {
        keep_part(reader, frame->bytes, frame->size);
        if (!head->last) {
            return WS_NOTHING;
        }
        frame->bytes = reader->parts;
        frame->size = reader->size;
        reader->begun = false; /* the parts are freed at the next call */
    }
    frame->opcode = WS_TEXT;
    return ws_utf8(frame->bytes, frame->size) ? WS_FRAME : wrong(frame, WS_NOT_UTF8, not_utf8);
}

static enum ws_result take_close(struct ws_frame *frame)
{
    static char bad[] = "a close frame that makes no sense";
    frame->status = WS_NO_STATUS;
    if (frame->size == 0) {
        return WS_FRAME;
    }
    uint32_t status = frame->size < 2 ? 0
                                      : (uint32_t)(unsigned char)frame->bytes[0] << 8 |
                                            (unsigned char)frame->bytes[1];
    bool known =
        (status >= 1000 && status <= 1014 && status != 1004 && status != 1005 && status != 1006) ||
        (status >= 3000 && status <= 4999);
    if (!known || !ws_utf8(frame->bytes + 2, frame->size - 2)) {
        return wrong(frame, WS_PROTOCOL, bad);
    }
    frame->status = (uint16_t)status;
    return WS_FRAME;
}

enum ws_result ws_read(struct ws_reader *reader, char *bytes, size_t size, size_t message_max,
                       size_t *used, struct ws_frame *frame)
{
    struct head head;
    *used = 0;
    if (!reader->begun && reader->parts != NULL) {
        ws_reader_free(reader);
    }
    if (!read_head((const unsigned char *)bytes, size, &head)) {
        return WS_WAIT;
    }
    enum ws_result result =
        check_head(&head, reader, (const unsigned char *)bytes, message_max, frame);
    if (result != WS_FRAME) {
        return result;
    }
    if (size - head.head < head.size) {
        return WS_WAIT;
    }
    *used = head.head + head.size;
    frame->opcode = head.opcode;
    frame->bytes = bytes + head.head;
    frame->size = head.size;
    unmask(frame->bytes, frame->size, head.mask);
    return head.opcode == WS_CLOSE  ? take_close(frame)
           : head.opcode < WS_CLOSE ? take_text(reader, &head, frame)
                                    : WS_FRAME;
}
