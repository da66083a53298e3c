#include "arena/call_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
enum { HAS_FILTER = 1, MACHINE = AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
enum { HAS_FILTER = 1, MACHINE = AUDIT_ARCH_AARCH64 };
#else
enum { HAS_FILTER = 0, MACHINE = 0 };
#endif

enum {
    SOCKET_KIND = 0xf, /* without SOCK_NONBLOCK and SOCK_CLOEXEC */
    /* mseal, the latest call that this list was written with. What a later kernel adds, and the
     * other set of numbers of x86_64, which begins far behind, is not there for programs. */
    LAST_CALL = 462
};

#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LOAD(field)   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* After LOAD(nr): if it is this call, refuse it. */
#define NEVER(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), REFUSE(EPERM)

/* Of a flag word only the lower half matters here; machines are little-endian. The parts are
 * written one behind the other. */
static const struct sock_filter machine[] = {
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),   REFUSE(EPERM),
    LOAD(nr),   BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_CALL, 0, 1), REFUSE(ENOSYS),
};

static const struct sock_filter no_sockets[] = { NEVER(SYS_socket) };

/* For those whose network has nobody in it but us (arena/private_net.h): lines over IPv4. */
static const struct sock_filter private_sockets[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 7),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 0, 4),
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_KIND),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 0, 1),
    ALLOW,
    REFUSE(EAFNOSUPPORT),
};

static const struct sock_filter rest[] = {
    /* A pair of connected ones goes nowhere and may be had; but one of datagrams sends to whatever
     * address is named. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 8),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 5),
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_KIND),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_SEQPACKET, 0, 1),
    ALLOW,
    REFUSE(EPERM),
    /* Other programs. */
    NEVER(SYS_ptrace),
    NEVER(SYS_process_vm_readv),
    NEVER(SYS_process_vm_writev),
    NEVER(SYS_pidfd_getfd),
    NEVER(SYS_kcmp),
    NEVER(SYS_perf_event_open),
    /* Files beyond those that are shown, and other worlds of names. */
    NEVER(SYS_open_by_handle_at),
    NEVER(SYS_mount),
    NEVER(SYS_umount2),
    NEVER(SYS_pivot_root),
    NEVER(SYS_chroot),
    NEVER(SYS_unshare),
    NEVER(SYS_setns),
    NEVER(SYS_move_mount),
    NEVER(SYS_open_tree),
    NEVER(SYS_fsopen),
    NEVER(SYS_fsmount),
    NEVER(SYS_mount_setattr),
    /* Parts of the kernel that had many faults and that no player needs. */
    NEVER(SYS_bpf),
    NEVER(SYS_userfaultfd),
    NEVER(SYS_io_uring_setup),
    NEVER(SYS_io_uring_enter),
    NEVER(SYS_io_uring_register),
    NEVER(SYS_keyctl),
    NEVER(SYS_add_key),
    NEVER(SYS_request_key),
    /* The machine itself. */
    NEVER(SYS_init_module),
    NEVER(SYS_finit_module),
    NEVER(SYS_delete_module),
    NEVER(SYS_kexec_load),
    NEVER(SYS_kexec_file_load),
    NEVER(SYS_reboot),
    NEVER(SYS_swapon),
    NEVER(SYS_swapoff),
    NEVER(SYS_acct),
    NEVER(SYS_quotactl),
    NEVER(SYS_settimeofday),
    NEVER(SYS_clock_settime),
    NEVER(SYS_clock_adjtime),
    NEVER(SYS_adjtimex),
    NEVER(SYS_sethostname),
    NEVER(SYS_setdomainname),
    NEVER(SYS_syslog),
    NEVER(SYS_vhangup),
#if defined __x86_64__
    NEVER(SYS_iopl),
    NEVER(SYS_ioperm),
    NEVER(SYS_modify_ldt),
#endif
    /* clone3 hides its flags from us; the C library then uses clone. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    REFUSE(ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
             CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                 CLONE_NEWUTS | CLONE_NEWCGROUP,
             0, 1),
    REFUSE(EPERM),
    ALLOW,
    /* Pushing letters into a terminal. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 3),
    LOAD(args[1]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x5412, 0, 1), /* TIOCSTI */
    REFUSE(EPERM),
    ALLOW,
};

bool call_filter_exists(void)
{
    return HAS_FILTER;
}

static bool put(int end, const struct sock_filter *part, size_t size)
{
    return write(end, part, size) == (ssize_t)size;
}

int call_filter_open(bool sockets)
{
    int ends[2];
    if (!HAS_FILTER || pipe(ends) != 0) {
        return -1;
    }
    bool fine = put(ends[1], machine, sizeof machine) &&
                (sockets ? put(ends[1], private_sockets, sizeof private_sockets)
                         : put(ends[1], no_sockets, sizeof no_sockets)) &&
                put(ends[1], rest, sizeof rest);
    close(ends[1]);
    if (!fine) {
        close(ends[0]);
    }
    return fine ? ends[0] : -1;
}
