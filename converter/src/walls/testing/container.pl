#!/usr/bin/perl
# Runs a command for which the kernel refuses some system calls, as in containers.
#
# Usage: container.pl PRCTL ERROR NUMBER,… COMMAND...
use strict;
use warnings;

my ($prctl, $error, $numbers, @command) = @ARGV;
my @refuse = map { (pack('SCCL', 0x15, 0, 1, $_), pack('SCCL', 0x06, 0, 0, 0x50000 + $error)) } split /,/, $numbers;
my @instructions = (pack('SCCL', 0x20, 0, 0, 0), @refuse, pack('SCCL', 0x06, 0, 0, 0x7fff0000));
my $program = join '', @instructions;
# Without root, seccomp requires no_new_privs.
$> == 0 or syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!\n";
syscall($prctl + 0, 22, 2, pack('S x![P] P', scalar @instructions, $program), 0, 0) == 0 or die "seccomp: $!\n";
exec { $command[0] } @command or die "$command[0]: $!\n";
