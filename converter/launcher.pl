#!/usr/bin/perl
# Runs a command behind walls of the Linux kernel.
#
# The command can open only files below the given paths (Landlock), can make only the system calls that the filter allows
# (seccomp), has no capabilities, cannot gain any, and is killed when its parent ends. If one of these walls cannot be
# built, the launcher fails and the command does not run.
#
# Written in Perl, because no common command makes these system calls, Recto's installation compiles nothing, and
# perl-base is an essential package of Debian and Ubuntu.
#
# Usage: launcher.pl CALLS FILTER [--files] [--read PATH]... [--write PATH]... -- COMMAND...
#   CALLS    numbers of the system calls `prctl,capset`, which differ between processors
#   FILTER   BPF instructions: `code,jt,jf,k;…`, where k may be `pid`, the command's process id
#   --files  denies all files except those below the paths of --read and --write
use strict;
use warnings;

# asm-generic/fcntl.h: opens a path without read permission, so that folders that cannot be listed are allowed too.
use constant O_PATH => 0x200000;

my ($calls, $filter, @words) = @ARGV;
my ($prctl, $capset) = split /,/, $calls;
my (%rights_of, $has_files);
while (defined(my $word = shift @words)) {
    last if $word eq '--';
    if ($word eq '--files') { $has_files = 1 }
    else { $rights_of{ shift @words } = $word }
}

sub call {
    my ($name, $number, @arguments) = @_;
    my $result = syscall($number, @arguments);
    die "$name: $!\n" if $result == -1;
    return $result;
}

# linux/prctl.h: PR_SET_PDEATHSIG, SIGKILL; PR_SET_NO_NEW_PRIVS.
call('prctl', $prctl, 1, 9, 0, 0, 0);
call('no_new_privs', $prctl, 38, 1, 0, 0, 0);
# linux/capability.h: _LINUX_CAPABILITY_VERSION_3, then three empty sets of two 32-bit words.
call('capset', $capset, pack('Ll', 0x20080522, 0), pack('L6', (0) x 6));
restrict_files() if $has_files;
restrict_calls();
exec { $words[0] } @words or die "$words[0]: $!\n";

# linux/landlock.h. These calls have the same numbers on all processors.
sub restrict_files {
    my ($create, $add, $restrict) = (444, 445, 446);
    my $version = call('Landlock', $create, 0, 0, 1);
    my %bit = (
        execute => 1 << 0, write_file => 1 << 1, read_file => 1 << 2, read_dir => 1 << 3, remove_dir => 1 << 4,
        remove_file => 1 << 5, make_dir => 1 << 7, make_reg => 1 << 8, truncate => 1 << 14,
    );
    # All rights that the kernel knows are denied, then some are allowed below paths. Version 1 has 13 rights; versions 2, 3 and 5 added one each.
    my $files = (1 << (13 + ($version >= 2) + ($version >= 3) + ($version >= 5))) - 1;
    # Denies TCP since version 4; signals and abstract sockets of other processes since version 6.
    my $network = $version >= 4 ? 3 : 0;
    my $scope = $version >= 6 ? 3 : 0;
    my $rules = pack('Q' . ($version >= 4 && 'Q') . ($version >= 6 && 'Q'), $files, $network, $scope);
    my $ruleset = call('Landlock', $create, $rules, length $rules, 0);
    my $read = $bit{execute} | $bit{read_file} | $bit{read_dir};
    my $write = 0;
    $write |= $_ for values %bit;
    $write &= ~$bit{execute};
    my $of_a_file = $bit{execute} | $bit{write_file} | $bit{read_file} | $bit{truncate};
    for my $path (sort keys %rights_of) {
        sysopen(my $handle, $path, O_PATH) or die "$path: $!\n";
        my $rights = ($rights_of{$path} eq '--write' ? $write : $read) & $files;
        $rights &= $of_a_file unless -d $handle;
        call($path, $add, $ruleset, 1, pack('Ql', $rights, fileno $handle), 0);
    }
    call('Landlock', $restrict, $ruleset, 0);
}

# linux/filter.h, linux/seccomp.h: struct sock_filter and sock_fprog, PR_SET_SECCOMP, SECCOMP_MODE_FILTER.
sub restrict_calls {
    my @instructions = map { pack('SCCL', map { $_ eq 'pid' ? $$ : $_ } split /,/) } split /;/, $filter;
    my $program = join '', @instructions;
    call('seccomp', $prctl, 22, 2, pack('S x![P] P', scalar @instructions, $program), 0, 0);
}
