"""Made-up stories that a host and the sandbox act out side by side, until they part.

``Fuzzer(host, seed=0)`` makes the stories, plays them and shrinks the first one that tells the two apart to a scenario
file. The same seed gives the same stories to every host with the same capabilities.
"""

from .duel import Difference, Duel, RefusedStory
from .found import Found
from .fuzzer import Fuzzer, replay

__all__ = ["Difference", "Duel", "Found", "Fuzzer", "RefusedStory", "replay"]
