"""Answers to offers: which offer a yes or no means."""

from dataclasses import dataclass

from pente_client.words.offers import offers_to, own_offers
from pente_core.identity import PlayerId
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.sentences import tell


class NoSuchOffer(ValueError):
    """There is nothing to answer, or more than one thing; the message says what to type."""


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    """Yes or no to an offer, or no to an invitation; without a kind, to the only offer there is.

    Where nothing is offered to the player, no withdraws what the player has offered.
    """

    is_yes: bool
    kind: OfferKind | None = None

    def to(self, room: Room, me: PlayerId, *, is_asked: bool = False) -> cmd.PlayerCommand:
        """The command that answers what is offered in a room now. Raises NoSuchOffer.

        ``is_asked``: of several offers the first is meant, which is the one that the player is asked about.
        """
        kinds = [offer.kind for offer in offers_to(room, me) if self.kind in (None, offer.kind)]
        if not (kinds or self.is_yes):
            kinds = [kind for kind in own_offers(room, me) if self.kind in (None, kind)]
        if len(kinds) > 1 and not is_asked:
            word = "accept" if self.is_yes else "decline"
            raise NoSuchOffer(tell("typed.there-is-more-than-one", word=word, kinds=" or ".join(kinds)))
        if kinds:
            return cmd.Accept(kinds[0]) if self.is_yes else cmd.Decline(kinds[0])
        if not self.is_yes and self.kind is None and room.status is ev.Status.WAITING:
            return cmd.Decline()
        raise NoSuchOffer(
            tell("typed.nobody-has-offered-you-that")
            if self.kind
            else tell("typed.nobody-has-offered-you-anything")
        )


def read_answer(word: str, rest: str) -> OfferAnswer | None:
    """What ``/accept`` or ``/decline`` and the words after it mean; None when they mean nothing.

    >>> read_answer("/accept", "draw")
    OfferAnswer(is_yes=True, kind=<OfferKind.DRAW: 'draw'>)
    """
    if rest and rest not in list(OfferKind):
        return None
    return OfferAnswer(word == "/accept", OfferKind(rest) if rest else None)
