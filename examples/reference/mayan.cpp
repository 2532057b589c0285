// Mayan (NOIP 2011, senior group, day 1, problem 3), solved by the letter of the statement.
//
// Drags are tried in the order of the answer: by column, by row, right before left.  Two kinds of
// work are left out, and neither can lose the smallest answer: a left drag onto a block is the
// right drag of its neighbour, which was tried before; and of a colour of which one or two
// blocks are left no run can ever be made.  Two blocks of one colour do change places: that
// wastes a step.  It is the jury's solution of the test set: right first, fast second.

#include <cstdio>
#include <vector>

const int WIDTH = 5, HEIGHT = 7, COLOURS = 10;

struct Board {
    int cell[WIDTH][HEIGHT];  // cell[x][y] is a colour, or 0 where there is no block
};

struct Move {
    int x, y, g;
};

int steps;
std::vector<Move> answer;

bool is_empty(const Board &board) {
    for (int x = 0; x < WIDTH; x++)
        if (board.cell[x][0] != 0) return false;
    return true;
}

// Let every block fall until it rests on another one, or on the ground.
void fall(Board &board) {
    for (int x = 0; x < WIDTH; x++) {
        int height = 0;
        for (int y = 0; y < HEIGHT; y++)
            if (board.cell[x][y] != 0) board.cell[x][height++] = board.cell[x][y];
        while (height < HEIGHT) board.cell[x][height++] = 0;
    }
}

// Let every run of three or more vanish, all at once; whether there was one.
bool vanish(Board &board) {
    bool gone[WIDTH][HEIGHT] = {}, any = false;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++) {
            int colour = board.cell[x][y];
            if (colour == 0) continue;
            if (x + 2 < WIDTH && board.cell[x + 1][y] == colour && board.cell[x + 2][y] == colour)
                gone[x][y] = gone[x + 1][y] = gone[x + 2][y] = any = true;
            if (y + 2 < HEIGHT && board.cell[x][y + 1] == colour && board.cell[x][y + 2] == colour)
                gone[x][y] = gone[x][y + 1] = gone[x][y + 2] = any = true;
        }
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            if (gone[x][y]) board.cell[x][y] = 0;
    return any;
}

// One step: drag, fall, then rounds of vanish and fall.
Board after(Board board, Move move) {
    int other = board.cell[move.x + move.g][move.y];
    board.cell[move.x + move.g][move.y] = board.cell[move.x][move.y];
    board.cell[move.x][move.y] = other;
    fall(board);
    while (vanish(board)) fall(board);
    return board;
}

// Whether some colour has one or two blocks left, which never vanish.
bool is_hopeless(const Board &board) {
    int count[COLOURS + 1] = {};
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++) count[board.cell[x][y]]++;
    for (int colour = 1; colour <= COLOURS; colour++)
        if (count[colour] == 1 || count[colour] == 2) return true;
    return false;
}

bool search(const Board &board, int left) {
    if (left == 0) return is_empty(board);
    if (is_hopeless(board)) return false;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            for (int g = 1; g >= -1; g -= 2) {
                if (board.cell[x][y] == 0 || x + g < 0 || x + g >= WIDTH) continue;
                if (g == -1 && board.cell[x - 1][y] != 0) continue;
                Move move = {x, y, g};
                answer.push_back(move);
                if (search(after(board, move), left - 1)) return true;
                answer.pop_back();
            }
    return false;
}

int main() {
    Board board = {};
    if (std::scanf("%d", &steps) != 1) return 1;
    for (int x = 0; x < WIDTH; x++) {
        int colour;
        for (int y = 0; std::scanf("%d", &colour) == 1 && colour != 0; y++)
            board.cell[x][y] = colour;
    }
    if (!search(board, steps)) std::puts("-1");
    for (const Move &move : answer) std::printf("%d %d %d\n", move.x, move.y, move.g);
    return 0;
}
