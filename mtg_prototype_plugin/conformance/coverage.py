"""Which rule is shown by which scenarios: ``python -m mtg_prototype_plugin.conformance.coverage`` prints the table.

It stands in ``docs/scenario_coverage.md``, and a test compares the two.
"""

from collections import defaultdict
from collections.abc import Iterator

from mtg_prototype_plugin import rule_index

from .scenario import Scenario, shipped


def lines() -> Iterator[str]:
    """The table as Markdown: a row a rule, by number.

    Named are the scenarios whose main rule it is; where there is none, all that cite it.
    """
    yield "| rule | about | cited by | scenarios |"
    yield "|---|---|---|---|"
    main, citing = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for scenario in _scenarios():
        main[scenario.rules[0]].append(scenario.id)
        for rule in scenario.rules:
            citing[rule].append(scenario.id)
    for rule in sorted(citing, key=_order):
        ids = ", ".join(f"`{each}`" for each in main.get(rule, citing[rule]))
        yield f"| {rule} | {_about(rule)} | {len(citing[rule])} | {ids} |"


def _scenarios() -> Iterator[Scenario]:
    return (scenario for file in shipped() for scenario in file.scenarios)


def _order(rule: str) -> tuple[int, str]:
    rules = list(rule_index.rules())
    return (rules.index(rule) if rule in rules else len(rules), rule)


def _about(rule: str) -> str:
    return "a ruling" if rule_index.is_ruling_date(rule) else rule_index.topic(rule)


if __name__ == "__main__":
    print(*lines(), sep="\n")
