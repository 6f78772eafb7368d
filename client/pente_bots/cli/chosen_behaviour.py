"""Which games a bot plays, and how it behaves in them, as its options say."""

import argparse

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import Policy
from pente_bots.players.player import Player


def policy_of(args: argparse.Namespace, player: Player) -> Policy:
    """The policy that the options describe, for a bot with this player."""
    opponents, names = args.accept_from
    return Policy(
        supports=player.supports,
        why_not=player.objection,
        rulesets=args.accept_rulesets,
        speeds=args.accept_speeds,
        fastest=args.fastest,
        slowest=args.slowest,
        opponents=opponents,
        names=names,
        rated=args.rated,
        accepts_rating=args.accepts_rating,
        most_games=args.max_games,
        most_each=args.max_each,
    )


def behaviour_of(args: argparse.Namespace, policy: Policy) -> Behaviour:
    """The behaviour that the options describe."""
    return Behaviour(
        policy,
        pace=args.pace,
        greeting=args.greet or "",
        thanks=args.thank or "",
        draws=not args.no_draws,
        draws_after=args.draws_after,
        resigns_after=args.resign_after or 0,
        claims_after=None if args.no_claims else args.claim_after,
        explains=args.answer_why,
    )
