#!/usr/bin/env python3
"""Plain breadth-first search with states as dictionaries: the peer of crates/script/examples/script_speed.rs.

The rules are written as one writes them first: a state is a dictionary, its key is the sorted items as a tuple.
"""

import sys
import time
from collections import deque

BOARD = """\
    #####
    #   #
    #$  #
  ###  $##
  #  $ $ #
### # ## #   ######
#   # ## #####  ..#
# $  $          ..#
##### ### #@##  ..#
    #     #########
    #######
"""


def jugs(sizes):
    names = [f"{size}-litre jug" for size in sizes]

    def moves(state):
        out = []
        for name, size in zip(names, sizes):
            out.append((f"fill the {name}", {**state, name: size}))
            out.append((f"empty the {name}", {**state, name: 0}))
            for other, room in zip(names, sizes):
                if other != name:
                    flow = min(state[name], room - state[other])
                    to = {**state, name: state[name] - flow, other: state[other] + flow}
                    out.append((f"pour the {name} into the {other}", to))
        return out

    return {name: 0 for name in names}, moves, lambda state: -1 in state.values(), lambda state: tuple(state.values())


def sokoban(board):
    rows = board.splitlines()
    width = max(map(len, rows))
    walls, goals, boxes, player = set(), set(), [], None
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            square = r * width + c
            if sign == "#":
                walls.add(square)
            if sign in ".+*":
                goals.add(square)
            if sign in "$*":
                boxes.append(square)
            if sign in "@+":
                player = square
    ways = [("up", -width), ("down", width), ("left", -1), ("right", 1)]

    def moves(state):
        out = []
        for name, step in ways:
            square = state["player"] + step
            if square in walls:
                continue
            boxes = state["boxes"]
            if square not in boxes:
                out.append((name, {"player": square, "boxes": boxes}))
            elif square + step not in walls and square + step not in boxes:
                pushed = tuple(sorted(square + step if box == square else box for box in boxes))
                out.append((name, {"player": square, "boxes": pushed}))
        return out

    start = {"player": player, "boxes": tuple(boxes)}
    return start, moves, lambda state: all(box in goals for box in state["boxes"]), lambda state: tuple(state.values())


def search(start, moves, solved, key, nodes):
    """Expands at most `nodes` states; gives the states met and the transitions."""
    met, queue, transitions = {key(start): None}, deque([start]), 0
    while queue and nodes:
        nodes -= 1
        state = queue.popleft()
        for name, to in moves(state):
            transitions += 1
            at = key(to)
            if at not in met:
                met[at] = (key(state), name)
                if solved(to):
                    return len(met), transitions
                queue.append(to)
    return len(met), transitions


def main():
    for name, puzzle, nodes in (("jugs", jugs([101, 103, 107]), -1), ("sokoban", sokoban(BOARD), 200_000)):
        best = float("inf")
        for _ in range(3):
            begun = time.perf_counter()
            states, transitions = search(*puzzle, nodes)
            best = min(best, time.perf_counter() - begun)
        print(f"{name}: {best:.3f} s, {transitions} transitions, {states} states, {transitions / best:.0f} a second")


if __name__ == "__main__":
    sys.exit(main())
