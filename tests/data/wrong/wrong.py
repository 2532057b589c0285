"""A literal program for the puzzle that makes the slips it is told of: wrong.py SLIP...

Without a slip it is right.  It shares nothing with the catalogue of satmayan, nor with
wrong.cpp beside it: boards are lists of columns.
"""

import sys
from collections import Counter

slips = set(sys.argv[1:])


def slip(name):
    return name in slips


def read():
    numbers = list(map(int, sys.stdin.read().split()))
    n, rest = numbers[0], numbers[1:]
    columns, column = [], []
    for c in rest:
        if c:
            column.append(c)
        else:
            columns.append(column[::-1] if slip("from-top") else column)
            column = []
    return n + slip("n-more") - slip("n-less"), columns


def runs(board):
    gone = set()
    for x in range(5):
        for y, c in enumerate(board[x]):
            across = [(x, y)]
            while across[-1][0] < 4 and y < len(board[across[-1][0] + 1]):
                nx = across[-1][0] + 1
                if board[nx][y] != c:
                    break
                across.append((nx, y))
            up = [(x, k) for k in range(y, len(board[x])) if set(board[x][y : k + 1]) == {c}]
            starts_across = not (x and y < len(board[x - 1]) and board[x - 1][y] == c)
            starts_up = not (y and board[x][y - 1] == c)
            if len(across) >= 3 and starts_across and not slip("vert-only"):
                gone.update(across[:3] if slip("three-only") else across)
            if len(up) >= 3 and starts_up and not slip("horiz-only"):
                gone.update(up[:3] if slip("three-only") else up)
    return gone


def play(board, x, y, g):
    board = [list(column) for column in board]
    block = board[x][y]
    if y < len(board[x + g]):
        board[x][y], board[x + g][y] = board[x + g][y], block
    else:
        del board[x][y]
        board[x + g].append(block)
    while True:
        gone = runs(board)
        board = [
            [c for y, c in enumerate(col) if (x, y) not in gone] for x, col in enumerate(board)
        ]
        if not gone or slip("no-chain"):
            return board


def moves(board):
    found = []
    for x in range(5):
        for y in range(len(board[x])):
            if x < 4 and not (
                slip("skip-same") and y < len(board[x + 1]) and board[x][y] == board[x + 1][y]
            ):
                found.append((x, y, 1))
            if x > 0 and y >= len(board[x - 1]) and not slip("no-left"):
                found.append((x, y, -1))
    if slip("left-first"):
        found.sort(key=lambda m: m)
    if slip("row-major"):
        found.sort(key=lambda m: (m[1], m[0], -m[2]))
    return found


failed = set()


def search(board, left):
    if not any(board) and (left == 0 or slip("early")):
        return []
    if left == 0 or any(k < 3 for k in Counter(c for col in board for c in col).values()):
        return None
    key = (str(board), 0 if slip("memo") else left)
    if key in failed:
        return None
    for x, y, g in moves(board):
        rest = search(play(board, x, y, g), left - 1)
        if rest is not None:
            return [(x, y, g)] + rest
    failed.add(key)
    return None


steps, start = read()
if slip("debug"):
    print("board:", start)
plan = search(start, steps)
if plan is None:
    print("No solution" if slip("no-solution") else -1)
else:
    for x, y, g in plan:
        if slip("swap-xy"):
            x, y = y, x
        if slip("from-one"):
            x, y = x + 1, y + 1
        if slip("zero-left"):
            g = max(g, 0)
        print(x, y, g)
