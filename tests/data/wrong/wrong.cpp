// A literal program for the puzzle that makes the slips it is told of: wrong SLIP...
//
// Without a slip it is right.  It shares nothing with the catalogue of satmayan: boards are
// plain arrays, and each slip is the line or two that a contestant would get wrong.
// -DSLIPS='"no-left"' builds one in.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>
using namespace std;

#ifndef SLIPS
#define SLIPS ""
#endif

set<string> slips;
bool has(const char *name) { return slips.count(name) > 0; }

bool skip_same, early, left_first, pair_scan, row_major, no_left, three_only, one_run, cols_first,
    rows_first, no_chain, mid_air, erase_scan, nested, ghost_full, ghost_above, memo_bad, empties,
    drags_empty, one_by_one, over_gap, one_gap, one_cell, vert_only, horiz_only, no_undo, col_wrap,
    row_wrap, debug_board, colour_wins, short_rows;
int top_row = 7;

struct B {
    int a[5][8];      // blocks
    int ghost[5][8];  // what was left behind above columns
    bool operator<(const B &o) const { return memcmp(this, &o, sizeof(B)) < 0; }
};

int n, made;
int line[8][3];
B board;
set<B> dead;

int height(const B &b, int x) {
    int h = 0;
    for (int y = 0; y < 7; y++)
        if (b.a[x][y]) h = y + 1;
    return h;
}

void fall(B &b) {
    for (int x = 0; x < 5; x++) {
        if (one_gap || one_cell) {
            int y = 0;
            while (y < 7 && b.a[x][y]) y++;
            int z = y;
            while (z < 7 && !b.a[x][z]) z++;
            if (one_cell && z < 7) z = y + 1;
            for (; z < 7; y++, z++) b.a[x][y] = b.a[x][z];
            for (; y < 7; y++) b.a[x][y] = 0;
            continue;
        }
        int k = 0, old = height(b, x);
        for (int y = 0; y < 7; y++)
            if (b.a[x][y]) b.a[x][k++] = b.a[x][y];
        for (; k < old; k++) b.a[x][k] = 0;
    }
}

bool sink(B &b) {
    bool moved = false;
    for (int x = 0; x < 5; x++)
        for (int y = 1; y < 7; y++)
            if (b.a[x][y] && !b.a[x][y - 1]) {
                swap(b.a[x][y], b.a[x][y - 1]);
                moved = true;
            }
    return moved;
}

struct Run {
    vector<pair<int, int>> c;
    bool vertical;
};

int at(const B &b, int x, int y) {  // as horizontal runs see it
    if (b.a[x][y]) return b.a[x][y];
    if (ghost_above && b.ghost[x][y]) return b.ghost[x][y];
    return empties ? 99 : 0;
}
int up(const B &b, int x, int y) { return b.a[x][y] ? b.a[x][y] : (empties ? 99 : 0); }

vector<Run> find(const B &b) {
    vector<Run> r;
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++) {
            int c = up(b, x, y);
            if (c && !horiz_only && (y == 0 || up(b, x, y - 1) != c)) {
                Run v;
                v.vertical = true;
                for (int k = y; k < top_row && up(b, x, k) == c; k++) v.c.push_back({x, k});
                if (v.c.size() >= 3) r.push_back(v);
            }
            c = at(b, x, y);
            if (c && !vert_only && (x == 0 || at(b, x - 1, y) != c)) {
                Run h;
                h.vertical = false;
                for (int k = x; k < 5 && at(b, k, y) == c; k++) h.c.push_back({k, y});
                if (h.c.size() >= 3) r.push_back(h);
            }
        }
    if (over_gap)
        for (int y = 0; y < 7; y++)
            for (int x = 0; x < 5; x++) {
                if (!b.a[x][y]) continue;
                Run h;
                h.vertical = false;
                for (int k = x; k < 5; k++) {
                    if (!b.a[k][0]) continue;
                    if (b.a[k][y] != b.a[x][y]) break;
                    h.c.push_back({k, y});
                }
                if (h.c.size() >= 3) r.push_back(h);
            }
    if (col_wrap) {  // the columns lie one after another, seven cells each
        for (int i = 0; i + 2 < 35; i++) {
            int p = b.a[i / 7][i % 7], q = b.a[(i + 1) / 7][(i + 1) % 7],
                s = b.a[(i + 2) / 7][(i + 2) % 7];
            if (p && p == q && q == s && i / 7 != (i + 2) / 7) {
                Run v;
                v.vertical = true;
                for (int k = i; k < i + 3; k++) v.c.push_back({k / 7, k % 7});
                r.push_back(v);
            }
        }
    }
    if (row_wrap)
        for (int y = 0; y < 6; y++)
            if (b.a[3][y] && b.a[3][y] == b.a[4][y] && b.a[4][y] == b.a[0][y + 1]) {
                Run h;
                h.vertical = false;
                h.c = {{3, y}, {4, y}, {0, y + 1}};
                r.push_back(h);
            }
    return r;
}

bool crosses(const Run &p, const Run &q) {
    for (auto &c : p.c)
        if (count(q.c.begin(), q.c.end(), c)) return true;
    return false;
}

bool vanish(B &b) {
    vector<Run> r = find(b);
    if (r.empty()) return false;
    bool dead[5][8] = {};
    if (one_run) r.resize(1);
    for (int pass = 0; pass < 1 && (cols_first || rows_first); pass++) {
        vector<Run> first;
        for (auto &q : r)
            if (q.vertical == cols_first) first.push_back(q);
        if (!first.empty()) r = first;
    }
    if (nested) {
        vector<Run> taken;
        for (auto &q : r) {
            bool fresh = true;
            for (auto &c : q.c) fresh &= !dead[c.first][c.second];
            if (!fresh) continue;
            for (auto &o : r)
                if (crosses(q, o)) {
                    taken.push_back(o);
                    for (auto &c : o.c) dead[c.first][c.second] = true;
                }
        }
        r = taken;
        memset(dead, 0, sizeof dead);
    }
    for (auto &q : r) {
        if (erase_scan) {
            // what an earlier run took away is no longer there
            size_t i = 0;
            while (i < q.c.size()) {
                size_t j = i;
                while (j < q.c.size() && !dead[q.c[j].first][q.c[j].second]) j++;
                if (j - i >= 3)
                    for (size_t k = i; k < j; k++) dead[q.c[k].first][q.c[k].second] = true;
                i = j + 1;
            }
            continue;
        }
        for (size_t k = 0; k < q.c.size() && !(three_only && k == 3); k++)
            dead[q.c[k].first][q.c[k].second] = true;
    }
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++)
            if (dead[x][y]) {
                if (b.a[x][y]) b.a[x][y] = 0;
                else b.ghost[x][y] = 0;
            }
    return true;
}

void play(B &b, int x, int y, int g) {
    int h = height(b, x), was = b.a[x][y], into = b.a[x + g][y], last = b.a[x][6];
    swap(b.a[x][y], b.a[x + g][y]);
    if (mid_air && vanish(b)) fall(b);
    else if (one_by_one) {
        for (;;) {
            bool s = sink(b), v = vanish(b);
            if (!s && !v) break;
        }
    } else {
        // a drag always falls properly, whatever happens after a round
        bool gap = one_gap, cell = one_cell;
        bool loose = false;
        for (int k = 0; k < 5; k++)
            for (int j = 1; j < 7; j++)
                if (b.a[k][j] && !b.a[k][j - 1] && k != x && k != x + g) loose = true;
        if (!loose && !gap && !cell) one_gap = one_cell = false;
        fall(b);
        one_gap = gap, one_cell = cell;
    }
    if (ghost_full && !into && h == 7 && y < 7) b.a[x][6] = y == 6 ? was : last;
    if (ghost_above && !into && was && h < 7) b.ghost[x][h] = was;
    for (int k = 0; k < 5; k++)
        for (int j = 0; j < 7; j++)
            if (b.a[k][j]) b.ghost[k][j] = 0;
    while (vanish(b)) {
        fall(b);
        for (int k = 0; k < 5; k++)
            for (int j = 0; j < 7; j++)
                if (b.a[k][j]) b.ghost[k][j] = 0;
        if (no_chain) break;
    }
}

bool blank(const B &b) {
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 7; y++)
            if (b.a[x][y]) return false;
    return true;
}

bool hopeless(const B &b) {
    int c[128] = {};
    for (auto &x : b.a)
        for (int v : x) c[v]++;
    for (int k = 1; k < 128; k++)
        if (c[k] == 1 || c[k] == 2) return true;
    return false;
}

struct M {
    int x, y, g;
};

vector<M> moves() {
    vector<M> m;
    if (pair_scan) {
        for (int x = 0; x < 4; x++)
            for (int y = 0; y < 7; y++) m.push_back({x, y, 1}), m.push_back({x + 1, y, -1});
        return m;
    }
    for (int i = 0; i < 35; i++) {
        int x = row_major ? i % 5 : i / 7, y = row_major ? i / 5 : i % 7;
        m.push_back({x, y, left_first ? -1 : 1});
        m.push_back({x, y, left_first ? 1 : -1});
    }
    return m;
}

bool search(int left) {
    if (left == 0 || early)
        if (blank(board)) {
            made = n - left;
            return true;
        }
    if (left == 0) return false;
    if (!ghost_full && !ghost_above && !empties && hopeless(board)) return false;
    B key = board;
    if (memo_bad && dead.count(key)) return false;
    for (auto &m : moves()) {
        int to = m.x + m.g;
        if (to < 0 || to > 4) continue;
        int from = board.a[m.x][m.y], into = board.a[to][m.y];
        bool nothing = drags_empty && !from && m.g == -1 && !into;
        if (!from && !nothing) continue;
        if (m.g == -1 && into && !no_undo) continue;  // the neighbour's right drag
        if (no_left && m.g == -1) continue;
        if (skip_same && from == into && from) continue;
        line[n - left][0] = m.x, line[n - left][1] = m.y, line[n - left][2] = m.g;
        B keep = board;
        if (!nothing) play(board, m.x, m.y, m.g);
        if (debug_board && left == n && m.x == 0) printf("trying %d %d\n", m.x, m.y);
        if (search(left - 1)) return true;
        if (!no_undo) board = keep;
    }
    if (memo_bad) dead.insert(key);
    return false;
}

void read() {
    if (scanf("%d", &n) != 1) return;
    if (has("n-less")) n--;
    if (has("n-more")) n++;
    for (int x = 0; x < 5; x++) {
        int c, k = 0;
        while (k < (has("full-read") ? 7 : 8) && scanf("%d", &c) == 1 && c) board.a[x][k++] = c;
        if (has("from-top")) reverse(board.a[x], board.a[x] + k);
        if (has("overwritten") && x == 4 && k == 7) memset(board.a[0], 0, sizeof board.a[0]);
    }
}

int main(int argc, char **argv) {
    string all = SLIPS;
    for (int i = 1; i < argc; i++) all += string(" ") + argv[i];
    all += " ";
    for (size_t p = 0, q; (q = all.find(' ', p)) != string::npos; p = q + 1)
        if (q > p) slips.insert(all.substr(p, q - p));
    early = has("early") || has("early-zeros") || has("early-pad") || has("early-stale") ||
            has("early-memset");
    skip_same = has("skip-same"), left_first = has("left-first"), pair_scan = has("pair-scan");
    row_major = has("row-major"), no_left = has("no-left"), three_only = has("three-only");
    one_run = has("one-run"), cols_first = has("cols-first"), rows_first = has("rows-first");
    no_chain = has("no-chain"), mid_air = has("mid-air"), erase_scan = has("erase-scan");
    nested = has("nested"), ghost_full = has("ghost-full"), ghost_above = has("ghost-above");
    memo_bad = has("memo"), empties = has("match-empty"), drags_empty = has("drags-empty");
    one_by_one = has("one-by-one"), over_gap = has("over-gap"), one_gap = has("one-gap");
    one_cell = has("one-cell"), vert_only = has("vert-only"), horiz_only = has("horiz-only");
    no_undo = has("no-undo"), col_wrap = has("col-wrap"), row_wrap = has("row-wrap");
    debug_board = has("debug-trying");
    if (has("bound")) top_row = 6;
    if (has("bound-lower")) top_row = 5;
    if (has("early-memset")) memset(line, 1, sizeof line);
    read();
    if (has("debug-board"))
        for (auto &x : board.a) {
            for (int c : x) printf("%d ", c);
            puts("");
        }
    bool found = search(n);
    if (has("always-no")) found = false;
    if (!found) {
        puts(has("no-solution") ? "No solution" : has("prints-zero") ? "0" : "-1");
    } else {
        int shown = made < n && (has("early")) ? made : n;
        for (int k = 0; k < shown; k++) {
            int x = line[k][0], y = line[k][1], g = line[k][2];
            if (k >= made && has("early-zeros")) x = y = g = 0;
            if (k >= made && has("early-pad")) x = y = g = -1;
            if (k >= made && has("early-memset")) x = y = g = 16843009;
            if (has("swap-xy")) swap(x, y);
            if (has("from-one")) x++, y++;
            if (has("zero-left") && g == -1) g = 0;
            if (has("flip-g")) g = -g;
            printf("%d %d %d\n", x, y, g);
        }
    }
    if (has("debug-time")) printf("time: %.3f s\n", 0.0);
}
