"""One thing that was looked at, and whether it is as it should be."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pente_protocol.sentences import tell


class Grade(StrEnum):
    """How good something is."""

    OK = "ok"
    WARNING = "warning"
    """Something works less well than it could."""
    PROBLEM = "problem"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One line of the report."""

    about: str
    """What was looked at: a word or two."""
    text: str
    """What was found."""
    grade: Grade = Grade.OK
    remedy: str = ""
    """One sentence that says what to do; empty where there is nothing to be done."""

    @property
    def line(self) -> str:
        """The line for people.

        >>> Diagnosis("colours", "none", Grade.WARNING, "Set TERM.").line
        'warning  colours: none. Set TERM.'
        """
        remedy = f" {self.remedy}" if self.remedy else ""
        grade = tell(f"doctor.{self.grade}")
        return f"{grade:<7}  {self.about}: {self.text}.{remedy}"

    @property
    def fields(self) -> Mapping[str, str]:
        """The line for programs."""
        return {
            "t": "diagnosis",
            "about": self.about,
            "grade": self.grade.value,
            "text": self.text,
            "remedy": self.remedy,
        }
