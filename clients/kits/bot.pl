#!/usr/bin/env perl
# A bot for any game of Redoubt, to begin with, in Perl without modules: any verb with the same chance, then
# any of its orders. It does not want the view. See docs/bot-protocol.md.
#
#     redoubt match apoca 'cmd:perl clients/kits/bot.pl' random
use strict;
use warnings;

$| = 1;    # a line is sent when it is complete

# The indices of the legal orders by their verbs. Orders are flat objects, and each begins with its verb.
sub by_verb {
    my ($line) = @_;
    my ( %index, $next );
    $next = 0;
    while ( $line =~ /\{"verb":"(\w+)"/g ) {
        push @{ $index{$1} }, $next++;
    }
    return \%index;
}

# Put your own ideas here.
sub choose {
    my ($line) = @_;
    my $index = by_verb($line);
    my @verbs = sort keys %$index;
    my $list  = $index->{ $verbs[ int rand @verbs ] };
    return $list->[ int rand @$list ];
}

while ( my $line = <STDIN> ) {
    if ( $line =~ /^\{"hello":/ ) {
        my ($seed) = $line =~ /"seed":"([0-9a-f]{8})/;
        srand hex $seed;
        print qq({"ready":true,"name":"Kit in Perl","want":["legal"]}\n);
    }
    elsif ( $line =~ /^\{"ask":/ ) {
        printf qq({"choose":%d}\n), choose($line);
    }
    elsif ( $line =~ /^\{"end":/ ) {
        last;
    }
}
