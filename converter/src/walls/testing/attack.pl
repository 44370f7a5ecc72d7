#!/usr/bin/perl
# Acts like a process that a hostile document controls: tries to escape in every known way, and prints the successful ones, one a line.
#
# Usage: attack.pl SERVER_PID TCP_PORT UDP_PORT UNIX_SOCKET ABSTRACT_NAME SECRET UPLOAD SIBLING
use strict;
use warnings;
use Errno qw(EFAULT);
use Fcntl;
use POSIX ();
use Socket;

my ($server, $tcp, $udp, $unix, $abstract, $secret, $upload, $sibling) = @ARGV;
chomp(my $machine = (POSIX::uname())[4]);
my %number = $machine eq 'x86_64'
    ? (kill => 62, tgkill => 234, rt_sigqueueinfo => 129, ptrace => 101, vm_read => 310, prlimit => 302, setpriority => 141,
       setaffinity => 203, clone => 56, unshare => 272, mount => 165, bpf => 321, perf => 298, userfaultfd => 323, keyctl => 250,
       prctl => 157, utimensat => 280)
    : (kill => 129, tgkill => 131, rt_sigqueueinfo => 138, ptrace => 117, vm_read => 270, prlimit => 261, setpriority => 140,
       setaffinity => 122, clone => 220, unshare => 97, mount => 40, bpf => 280, perf => 241, userfaultfd => 282, keyctl => 219,
       prctl => 167, utimensat => 88);

sub call { my $name = shift; return syscall($number{$name} // $name, @_) != -1 }
sub reads { my $file; return open($file, '<', $_[0]) && defined(read($file, my $bytes, 1)) }
sub writes { sysopen(my $file, $_[0], O_WRONLY | O_CREAT) }
sub connects {
    my ($family, $type, $place, $s) = @_;
    return socket($s, $family, $type, 0) && connect($s, $place) && send($s, 'x', 0);
}
sub loopback { return pack_sockaddr_in($_[0], inet_aton('127.0.0.1')) }
sub ends { my $child = shift; return 0 unless defined $child; POSIX::_exit(0) if $child == 0; waitpid($child, 0); return 1 }

my @attacks = (
    'network: TCP' => sub { connects(PF_INET, SOCK_STREAM, loopback($tcp)) },
    'network: UDP' => sub { connects(PF_INET, SOCK_DGRAM, loopback($udp)) },
    'network: listening' => sub { my $s; socket($s, PF_INET, SOCK_STREAM, 0) && bind($s, loopback(0)) && listen($s, 1) },
    'network: unix socket' => sub { connects(PF_UNIX, SOCK_STREAM, pack_sockaddr_un($unix)) },
    'network: abstract socket' => sub { connects(PF_UNIX, SOCK_STREAM, pack('S a*', PF_UNIX, "\0$abstract")) },
    'network: io_uring' => sub { call(425, 1, "\0" x 120) },
    'files: the secret key' => sub { reads($secret) },
    'files: changing the secret key' => sub { writes($secret) },
    'files: an upload' => sub { reads($upload) },
    "files: another child's" => sub { reads($sibling) },
    'files: of the system' => sub { reads('/etc/passwd') },
    'files: everybody\'s folder' => sub { writes("/tmp/recto-attack-$$") && unlink("/tmp/recto-attack-$$") },
    'files: shared memory' => sub { writes("/dev/shm/recto-attack-$$") && unlink("/dev/shm/recto-attack-$$") },
    'files: hard link' => sub { link($secret, 'hard') },
    'files: symbolic link' => sub { symlink($secret, 'soft') },
    'files: mode' => sub { chmod(0600, $secret) == 1 },
    'files: times' => sub { call('utimensat', -100, $secret, 0, 0) },
    'files: removing an upload' => sub { rename($upload, "$upload.gone") && rename("$upload.gone", $upload) },
    'processes: environment' => sub { reads("/proc/$server/environ") },
    'processes: memory' => sub { sysopen(my $file, "/proc/$server/mem", O_RDWR) },
    'files: list of processes' => sub { opendir(my $folder, '/proc') },
    'processes: signal' => sub { kill(0, $server) },
    'processes: signal to a thread' => sub { call('tgkill', $server + 0, $server + 0, 0) },
    'processes: queued signal' => sub { call('rt_sigqueueinfo', $server + 0, 0, pack('lll x116', 0, 0, -1)) },
    'processes: pidfd' => sub { my $fd = syscall(434, $server + 0, 0); $fd != -1 && call(424, $fd, 0, 0, 0) },
    # F_SETOWN makes the kernel send the signal later, with the permission check of `kill`; so it counts only if `kill` succeeds too.
    'processes: signal by a file' => sub { defined(fcntl(STDIN, 8, $server + 0)) && kill(0, $server) },
    'processes: ptrace' => sub { call('ptrace', 0x4206, $server + 0, 0, 0) },
    'processes: reading memory' => sub {
        my $into = ' ' x 8;
        my ($local, $remote) = (pack('P x![Q] Q', $into, 8), pack('QQ', 4096, 8));
        call('vm_read', $server + 0, $local, 1, $remote, 1, 0) || $! == EFAULT;
    },
    'processes: limits' => sub { call('prlimit', $server + 0, 7, 0, "\0" x 16) },
    'processes: priority' => sub { call('setpriority', 0, $server + 0, 19) },
    'processes: processors' => sub { call('setaffinity', $server + 0, 8, pack('Q', ~0)) },
    'programs: fork' => sub { ends(fork()) },
    'programs: clone' => sub { my $id = syscall($number{clone}, 17, 0, 0, 0, 0); ends($id == -1 ? undef : $id) },
    'programs: shell' => sub { my $said = `echo 1`; defined $said && $said eq "1\n" },
    'privileges: capabilities' => sub { mknod('device', 0020666, 0x103) || chroot('.') },
    'privileges: namespaces' => sub { call('unshare', 0x10000000) },
    'privileges: BPF' => sub { call('bpf', 0, pack('LLLLL x40', 2, 4, 8, 1, 0), 60) },
    'privileges: perf' => sub { call('perf', pack('LL x112', 1, 120), 0, -1, -1, 0) },
    'privileges: userfaultfd' => sub { call('userfaultfd', 1) },
    'privileges: keys' => sub { call('keyctl', 0, -3, 1) },
);

sub mknod { return syscall($machine eq 'x86_64' ? 259 : 33, -100, $_[0], $_[1], $_[2]) != -1 }

$| = 1;
while (my ($name, $attack) = splice @attacks, 0, 2) {
    local $SIG{__WARN__} = sub { };
    print "$name\n" if eval { $attack->() };
}
