"""One engine in a process of its own: `probe.py start|build|time ENGINE FOLDER …`, as measuring.py runs it.

`start` imports nothing but the engine, so that the time of the whole process is the engine's own.
"""

import sys

COUNT = 10


def start(engine, folder, words, *filters):
    """Opens an index, and answers one query."""
    engine.open(folder)
    found, total = engine.search(words, dict(row.split("=", 1) for row in filters), COUNT)
    sys.stdout.write(f"{total} {len(found)}\n")


def build(engine, folder, cards):
    """Writes an index, and prints how long it took and what memory."""
    import json
    from pathlib import Path
    from time import perf_counter

    began = perf_counter()
    engine.build(Path(cards), folder)
    print(json.dumps({"build_s": perf_counter() - began, "build_mb": _memory("VmHWM")}))


def time(engine, folder, queries, facet_queries, seconds, bare_mb):
    """Asks all queries, then facets, then cards, and prints times and answers. A loop ends after some seconds."""
    import json
    from pathlib import Path
    from time import perf_counter_ns

    began = perf_counter_ns()
    engine.open(folder)
    figures = {"open_ms": (perf_counter_ns() - began) / 1e6}
    asked = [json.loads(line) for line in Path(queries).read_text("utf-8").splitlines()]
    limit = float(seconds)
    found = _loop(figures, "query", asked, limit, lambda row: engine.search(row["words"], row["filters"], COUNT))
    some = asked[: int(facet_queries)]
    counted = _loop(figures, "facets", some, limit, lambda row: engine.facets(row["words"], row["filters"]))
    cards = _loop(figures, "get", asked, limit, lambda row: engine.get(row["card"]))
    figures["private_mb"] = _memory("RssAnon") - float(bare_mb)
    for row, card in zip(asked, cards, strict=False):
        assert json.loads(card) == row["card"], f"{row['card']}: another card came"
    figures["totals"] = [json.loads(answer)[1] for answer in found]
    figures["ranked"] = [json.loads(answer)[0] for answer in found[: len(some)]] if engine.ranks_by_words else []
    figures["facets"] = [json.loads(told) for told in counted]
    print(json.dumps(figures))


def _loop(figures, name, rows, seconds, ask):
    """Answers as JSON texts, which take little memory; only the asking is timed."""
    import json
    from time import perf_counter_ns

    times, answers = [], []
    end = perf_counter_ns() + seconds * 1e9
    for row in rows:
        began = perf_counter_ns()
        answer = ask(row)
        now = perf_counter_ns()
        times.append((now - began) / 1e3)
        answers.append(json.dumps(json.loads(answer)["id"] if name == "get" else answer))
        if now > end:
            break
    figures[f"{name}_times"] = times
    return answers


def _memory(key):
    """A line of what the system says of this process, in MB."""
    from pathlib import Path

    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(key))


if __name__ == "__main__":
    verb, module, place, *rest = sys.argv[1:]
    sys.path.insert(1, sys.path[0].removesuffix("/tests/benchmarks/engines"))
    if verb == "time":
        import json  # noqa: F401 - the probe's own need, and no memory of the engine's

        rest.append(str(_memory("RssAnon")))
    {"start": start, "build": build, "time": time}[verb](__import__(module).Engine(), place, *rest)
