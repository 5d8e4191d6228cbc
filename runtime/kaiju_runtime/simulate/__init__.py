"""Many games, played by bots, and what they add up to.

The shapes, from the question to the file::

    Plan        what is asked: mode, number of games, seed, bots, monsters, options, trials
    Job         one number of the plan; everything about its game follows from that number and the plan
    Outcome     what one game came to, in whole numbers and names (or Pair, of a trial; or Lost, with why)
    Sums        outcomes added up; sums of parts add up to the sums of the whole
    run         plan → jobs → outcomes → Sums, here or on workers
    statistics  Sums → the file that is written, read, compared and reported on

Equal bytes for any number of workers and any back end follow from two things: a job looks at nothing but the plan
and its number, and adding up whole numbers does not depend on the order. Memory stays flat: workers send back sums.
"""

from kaiju_runtime.simulate.crews import BACKENDS, Workers
from kaiju_runtime.simulate.plan import Plan, make_plan
from kaiju_runtime.simulate.play import Bounds
from kaiju_runtime.simulate.run import Ran, run
from kaiju_runtime.simulate.statistics import KIND, save_statistics, statistics_bytes, statistics_of
from kaiju_runtime.simulate.sums import Sums

__all__ = [
    "BACKENDS",
    "KIND",
    "Bounds",
    "Plan",
    "Ran",
    "Sums",
    "Workers",
    "make_plan",
    "run",
    "save_statistics",
    "statistics_bytes",
    "statistics_of",
]
