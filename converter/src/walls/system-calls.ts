/**
 * Builds a seccomp filter that refuses the system calls a converting process does not need.
 *
 * The list names refused calls, not allowed ones, so that new releases of Node, libc or the kernel do not break
 * conversions. Calls newer than the list appear missing to the process.
 */

type Architecture = 'x64' | 'arm64'

interface Call {
  readonly x64?: number
  readonly arm64?: number
}

interface Instruction {
  readonly code: number
  readonly ifTrue?: number
  readonly ifFalse?: number
  /** The launcher replaces `pid` with the process's own id. */
  readonly value: number | 'pid'
}

/** A call with the same number on all architectures (since Linux 5.1). */
function everywhere(number: number): Call {
  return { x64: number, arm64: number }
}

const groups = ['network', 'programs', 'other processes', 'properties of files', 'kernel'] as const
type Group = (typeof groups)[number]

/** asm/unistd_64.h, asm-generic/unistd.h. */
const refused: Readonly<Record<Group, Readonly<Record<string, Call>>>> = {
  // Covers all families: internet, unix, netlink, packets.
  network: {
    socket: { x64: 41, arm64: 198 },
    socketpair: { x64: 53, arm64: 199 },
    connect: { x64: 42, arm64: 203 },
    bind: { x64: 49, arm64: 200 },
    listen: { x64: 50, arm64: 201 },
    accept: { x64: 43, arm64: 202 },
    accept4: { x64: 288, arm64: 242 },
  },
  // `clone` is restricted to threads below.
  programs: {
    fork: { x64: 57 },
    vfork: { x64: 58 },
    execveat: { x64: 322, arm64: 281 },
  },
  'other processes': {
    ptrace: { x64: 101, arm64: 117 },
    process_vm_readv: { x64: 310, arm64: 270 },
    process_vm_writev: { x64: 311, arm64: 271 },
    process_madvise: everywhere(440),
    process_mrelease: everywhere(448),
    kcmp: { x64: 312, arm64: 272 },
    tkill: { x64: 200, arm64: 130 },
    rt_sigqueueinfo: { x64: 129, arm64: 138 },
    rt_tgsigqueueinfo: { x64: 297, arm64: 240 },
    pidfd_send_signal: everywhere(424),
    pidfd_open: everywhere(434),
    pidfd_getfd: everywhere(438),
    setpriority: { x64: 141, arm64: 140 },
    ioprio_set: { x64: 251, arm64: 30 },
    sched_setparam: { x64: 142, arm64: 118 },
    sched_setscheduler: { x64: 144, arm64: 119 },
    sched_setattr: { x64: 314, arm64: 274 },
    sched_setaffinity: { x64: 203, arm64: 122 },
    migrate_pages: { x64: 256, arm64: 238 },
    move_pages: { x64: 279, arm64: 239 },
    shmget: { x64: 29, arm64: 194 },
    shmat: { x64: 30, arm64: 196 },
    semget: { x64: 64, arm64: 190 },
    msgget: { x64: 68, arm64: 186 },
    mq_open: { x64: 240, arm64: 180 },
    mq_unlink: { x64: 241, arm64: 181 },
  },
  // Landlock does not cover owners, modes, times and attributes of files.
  'properties of files': {
    chmod: { x64: 90 },
    fchmod: { x64: 91, arm64: 52 },
    fchmodat: { x64: 268, arm64: 53 },
    fchmodat2: everywhere(452),
    chown: { x64: 92 },
    fchown: { x64: 93, arm64: 55 },
    lchown: { x64: 94 },
    fchownat: { x64: 260, arm64: 54 },
    utime: { x64: 132 },
    utimes: { x64: 235 },
    futimesat: { x64: 261 },
    utimensat: { x64: 280, arm64: 88 },
    setxattr: { x64: 188, arm64: 5 },
    lsetxattr: { x64: 189, arm64: 6 },
    fsetxattr: { x64: 190, arm64: 7 },
    removexattr: { x64: 197, arm64: 14 },
    lremovexattr: { x64: 198, arm64: 15 },
    fremovexattr: { x64: 199, arm64: 16 },
    setxattrat: everywhere(463),
    removexattrat: everywhere(466),
    file_setattr: everywhere(469),
    inotify_init: { x64: 253 },
    inotify_init1: { x64: 294, arm64: 26 },
    fanotify_init: { x64: 300, arm64: 262 },
    name_to_handle_at: { x64: 303, arm64: 264 },
    open_by_handle_at: { x64: 304, arm64: 265 },
  },
  // Kernel interfaces with many past vulnerabilities, and those for administrators only.
  kernel: {
    unshare: { x64: 272, arm64: 97 },
    setns: { x64: 308, arm64: 268 },
    mount: { x64: 165, arm64: 40 },
    umount2: { x64: 166, arm64: 39 },
    pivot_root: { x64: 155, arm64: 41 },
    chroot: { x64: 161, arm64: 51 },
    open_tree: everywhere(428),
    move_mount: everywhere(429),
    fsopen: everywhere(430),
    fsconfig: everywhere(431),
    fsmount: everywhere(432),
    fspick: everywhere(433),
    mount_setattr: everywhere(442),
    open_tree_attr: everywhere(467),
    io_uring_setup: everywhere(425),
    io_uring_enter: everywhere(426),
    io_uring_register: everywhere(427),
    bpf: { x64: 321, arm64: 280 },
    perf_event_open: { x64: 298, arm64: 241 },
    userfaultfd: { x64: 323, arm64: 282 },
    add_key: { x64: 248, arm64: 217 },
    request_key: { x64: 249, arm64: 218 },
    keyctl: { x64: 250, arm64: 219 },
    memfd_secret: everywhere(447),
    init_module: { x64: 175, arm64: 105 },
    finit_module: { x64: 313, arm64: 273 },
    delete_module: { x64: 176, arm64: 106 },
    kexec_load: { x64: 246, arm64: 104 },
    kexec_file_load: { x64: 320, arm64: 294 },
    acct: { x64: 163, arm64: 89 },
    quotactl: { x64: 179, arm64: 60 },
    quotactl_fd: everywhere(443),
    swapon: { x64: 167, arm64: 224 },
    swapoff: { x64: 168, arm64: 225 },
    reboot: { x64: 169, arm64: 142 },
    settimeofday: { x64: 164, arm64: 170 },
    clock_settime: { x64: 227, arm64: 112 },
    adjtimex: { x64: 159, arm64: 171 },
    clock_adjtime: { x64: 305, arm64: 266 },
    syslog: { x64: 103, arm64: 116 },
    vhangup: { x64: 153, arm64: 58 },
    iopl: { x64: 172 },
    ioperm: { x64: 173 },
    modify_ldt: { x64: 154 },
  },
}

/** file_setattr, of Linux 6.17. */
const LAST_KNOWN_CALL = 469

interface Processor {
  /** linux/audit.h. */
  readonly audit: number
  readonly prctl: number
  readonly capset: number
  readonly clone: number
  readonly kill: number
  readonly tgkill: number
  readonly prlimit64: number
  readonly fcntl: number
  readonly ioctl: number
}

const processors: Readonly<Record<Architecture, Processor>> = {
  x64: {
    audit: 0xc000003e,
    prctl: 157,
    capset: 126,
    clone: 56,
    kill: 62,
    tgkill: 234,
    prlimit64: 302,
    fcntl: 72,
    ioctl: 16,
  },
  arm64: {
    audit: 0xc00000b7,
    prctl: 167,
    capset: 91,
    clone: 220,
    kill: 129,
    tgkill: 131,
    prlimit64: 261,
    fcntl: 25,
    ioctl: 29,
  },
}

/** The same on all architectures; libc falls back to `clone`, whose flags the filter can check. */
const CLONE3 = 435
/** linux/sched.h. */
const CLONE_THREAD = 0x0001_0000
/** asm-generic/fcntl.h: F_SETOWN, F_SETSIG, F_SETOWN_EX, which make the kernel send signals to other processes. */
const SIGNALLING_COMMANDS = [8, 10, 15]
/**
 * asm-generic/sockios.h, ioctls.h: FIOSETOWN and SIOCSPGRP do the same; TIOCSTI and TIOCLINUX inject terminal input.
 */
const REFUSED_CONTROLS = [0x8901, 0x8902, 0x5412, 0x541c]
/** x32 calls on x64 have this bit. */
const X32_BIT = 0x4000_0000

/** linux/seccomp.h, with the error number in the lower half: asm-generic/errno.h. */
const allow = returning(0x7fff_0000)
const refuse = returning(0x0005_0000 + 1)
const doNotKnow = returning(0x0005_0000 + 38)
const endProcess = returning(0x8000_0000)

/** Offsets in struct seccomp_data, linux/seccomp.h; only the lower half of each argument is checked. */
const loadNumber = load(0)
const loadArchitecture = load(4)
const loadArgument = (index: number) => load(16 + 8 * index)

/** linux/bpf_common.h: BPF_RET | BPF_K, BPF_LD | BPF_W | BPF_ABS. */
function returning(value: number): Instruction {
  return { code: 0x06, value }
}

function load(offset: number): Instruction {
  return { code: 0x20, value: offset }
}

/** BPF_JMP with BPF_JEQ, BPF_JGT, BPF_JGE or BPF_JSET, and BPF_K. */
const comparisons = { is: 0x15, isAbove: 0x25, isAtLeast: 0x35, hasBit: 0x45 } as const

/** Runs the instructions only if the comparison holds. */
function when(
  comparison: keyof typeof comparisons,
  value: number | 'pid',
  then: readonly Instruction[],
): readonly Instruction[] {
  return [{ code: comparisons[comparison], ifTrue: 0, ifFalse: then.length, value }, ...then]
}

/** Runs the instructions only if the comparison does not hold. */
function unless(
  comparison: keyof typeof comparisons,
  value: number | 'pid',
  then: readonly Instruction[],
): readonly Instruction[] {
  return [{ code: comparisons[comparison], ifTrue: then.length, ifFalse: 0, value }, ...then]
}

interface CallFilter {
  /** Numbers of the calls that the launcher makes: `prctl,capset`. */
  readonly calls: string
  /** The filter for the launcher: `code,jt,jf,k;…`. */
  readonly program: string
}

/** @returns `undefined` for an unsupported architecture. */
export function callFilter(architecture: string = process.arch): CallFilter | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined
  const { prctl, capset } = processors[architecture]
  const program = instructionsFor(architecture)
    .map(({ code, ifTrue = 0, ifFalse = 0, value }) => [code, ifTrue, ifFalse, value].join(','))
    .join(';')
  return { calls: `${prctl},${capset}`, program }
}

/** Returns the numbers of a group of refused calls. */
export function refusedCalls(group: Group, architecture = process.arch): readonly number[] {
  if (architecture !== 'x64' && architecture !== 'arm64') return []
  return Object.values(refused[group]).flatMap((call) => call[architecture] ?? [])
}

function instructionsFor(architecture: Architecture): readonly Instruction[] {
  const { audit, clone, kill, tgkill, prlimit64, fcntl, ioctl } = processors[architecture]
  const numbers = groups.flatMap((group) => refusedCalls(group, architecture))
  const toItself = [loadArgument(0), ...when('is', 'pid', [allow]), refuse]
  const unlessOneOf = (index: number, values: readonly number[]) => [
    loadArgument(index),
    ...values.flatMap((value) => when('is', value, [refuse])),
    allow,
  ]
  return [
    loadArchitecture,
    ...unless('is', audit, [endProcess]),
    loadNumber,
    ...when('isAtLeast', X32_BIT, [endProcess]),
    ...when('isAbove', LAST_KNOWN_CALL, [doNotKnow]),
    ...when('is', CLONE3, [doNotKnow]),
    ...when('is', clone, [loadArgument(0), ...when('hasBit', CLONE_THREAD, [allow]), refuse]),
    ...when('is', kill, toItself),
    ...when('is', tgkill, toItself),
    ...when('is', prlimit64, [loadArgument(0), ...when('is', 0, [allow]), ...toItself.slice(1)]),
    ...when('is', fcntl, unlessOneOf(1, SIGNALLING_COMMANDS)),
    ...when('is', ioctl, unlessOneOf(1, REFUSED_CONTROLS)),
    ...numbers.flatMap((number) => when('is', number, [refuse])),
    allow,
  ]
}
