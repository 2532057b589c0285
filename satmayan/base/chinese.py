"""The Chinese of the messages that ``--lang zh`` translates, by their English.

A name of one letter in braces stands for a whole number, a longer one for any words;
"(s)" is an "s" or nothing.  The first template that fits counts.
"""

from __future__ import annotations

import re
from functools import cache

# Inner sentences, which are translated too; other long names are file names and the like.
_SENTENCES = frozenset(("detail", "found", "expected", "reason", "outcome"))
_PLACE = re.compile(r"\{(\w+)\}")

_OUTCOMES = {
    "says -1 where a plan exists": "有解却输出 -1",
    "gives a plan that is not the smallest": "给出的方案不是字典序最小",
    "makes an illegal move": "走了不合规则的一步",
    "empties the board too early": "过早清空棋盘",
    "gives a wrong number of steps": "步数不对",
    "leaves blocks on the board": "没有清空棋盘",
    "prints no answer": "没有输出答案",
    "crashes": "运行出错",
    "reaches the time limit": "超出时间限制",
    "reaches the memory limit": "超出内存限制",
    "reaches the output limit": "超出输出限制",
    "starts too many processes": "启动的进程过多",
    "refutes the reference": "推翻了参考答案",
}

MESSAGES = {
    # Verdicts of check.
    "right: {detail}": "正确：{detail}",
    "wrong: {detail}": "错误：{detail}",
    "open: {detail}": "未定：{detail}",
    "step {n} ({move}): {detail}": "第 {n} 步（{move}）：{detail}",
    "({x}, {y}) is not on the board": "({x}, {y}) 不在棋盘上",
    "the direction must be 1 or -1, not {g}": "方向只能是 1 或 -1，不能是 {g}",
    "there is no block at ({x}, {y})": "({x}, {y}) 处没有方块",
    "the block at ({x}, {y}) would leave the board": "({x}, {y}) 处的方块会移出棋盘",
    "the answer has {n} step(s), not {m}": "答案有 {n} 步，应为 {m} 步",
    "the board is empty after {n} step(s), but exactly {m} must be made": (
        "{n} 步之后棋盘已空，但必须恰好走 {m} 步"
    ),
    "the board still has {n} block(s) after the last step": "最后一步之后棋盘上还剩 {n} 个方块",
    "a smaller plan has {move} here": "字典序更小的方案在这一步走 {move}",
    "{detail}, and no plan is smaller": "{detail}，且没有字典序更小的方案",
    "{detail}; whether a smaller one exists is open: {reason}": (
        "{detail}；是否有字典序更小的方案尚未确定：{reason}"
    ),
    "the plan is legal and empties the board in {n} step(s)": "方案合法，{n} 步清空棋盘",
    "there is a plan of exactly {n} step(s)": "存在恰好 {n} 步的方案",
    "there is no plan of exactly {n} step(s)": "不存在恰好 {n} 步的方案",
    "whether there is a plan of exactly {n} step(s) is open: {reason}": (
        "是否存在恰好 {n} 步的方案尚未确定：{reason}"
    ),
    "the board after step {n}:": "第 {n} 步之后的棋盘：",
    "the board before step {n}:": "第 {n} 步之前的棋盘：",
    "the smallest plan:": "字典序最小的方案：",
    "the smallest plan known so far:": "目前已知的字典序最小的方案：",
    "there is no plan (-1)": "无解（-1）",
    # Limits.
    "time limit of {seconds} s reached": "已到 {seconds} 秒的时间限制",
    "out of memory": "内存不足",
    "the solver gave up": "求解器放弃了",
    "its worker process died {n} times (exit code {code})": (
        "工作进程意外终止了 {n} 次（退出码 {code}）"
    ),
    "{n} steps are too many for a recursive search": "{n} 步太多，无法递归搜索",
    "satmayan: no answer: {reason}": "satmayan：没有答案：{reason}",
    "satmayan: the best plan so far, not proven smallest: {moves}": (
        "satmayan：目前最好的方案（未证明最小）：{moves}"
    ),
    # Cross-checks.
    **{f"{{name}} {english}": f"{{name}}：{chinese}" for english, chinese in _OUTCOMES.items()},
    **{
        f"{{name}} {english}: {{detail}}": f"{{name}}：{chinese}：{{detail}}"
        for english, chinese in _OUTCOMES.items()
    },
    **_OUTCOMES,
    "{n} x {outcome} (first: {board}; smallest: {m} blocks)": (
        "{n} 次{outcome}（首次：{board}；最小的棋盘：{m} 个方块）"
    ),
    "{name}: not judged on any board": "{name}：没有评判任何棋盘",
    "{name}: right on all {n} board(s)": "{name}：全部 {n} 个棋盘都正确",
    "{name}: wrong on {n}, fails on {k} of {m} board(s)": (
        "{name}：{m} 个棋盘中错 {n} 个，失败 {k} 个"
    ),
    "{name}: wrong on {n} of {m} board(s)": "{name}：{m} 个棋盘中错 {n} 个",
    "{name}: fails on {n} of {m} board(s)": "{name}：{m} 个棋盘中失败 {n} 个",
    "{n} x left processes running": "{n} 次遗留了仍在运行的进程",
    "{n} x removed its working folder": "{n} 次删除了自己的工作目录",
    "{n} x answers differently from run to run": "{n} 次再运行时给出不同的答案",
    "protection: namespaces: no network, no other processes, nothing to write to but its folder": (
        "保护：命名空间：没有网络，看不到其他进程，只能写自己的目录"
    ),
    "protection: bubblewrap: no network, no other processes, no files to write to but ours": (
        "保护：bubblewrap：没有网络，看不到其他进程，只能写我们的文件"
    ),
    "protection: limits alone: the network, your files and your processes were open to it": (
        "保护：仅有资源限制：程序可以使用网络、你的文件和你的进程"
    ),
    "time: {total} s in all, {ratio} x {engine}; slowest {slow} s ({board})": (
        "用时：共 {total} 秒，为 {engine} 的 {ratio} 倍；最慢 {slow} 秒（{board}）"
    ),
    "no answer to any board: does it use other file names (--in, --out-file)?": (
        "没有一个棋盘得到答案：它用的是别的文件名吗（--in、--out-file）？"
    ),
    "They part at step {n}:": "从第 {n} 步开始不同：",
    # The mistake behind a program's answers; its description comes in Chinese already.
    "{mistakes}: it {description}; see board {board}": (
        "{mistakes}：{description}；见棋盘 {board}"
    ),
    "(prints the same on {n} boards, {m} of them wrong)": (
        "（在 {n} 个棋盘上输出完全相同，其中 {m} 个是错的）"
    ),
    "one of {n} mistakes that these boards do not tell apart:": (
        "以下 {n} 种错误之一，这些棋盘无法区分："
    ),
    "no known mistake, nor two together, prints the same; see board {board}": (
        "没有哪种已知错误（或两种同时）能得到同样的输出；见棋盘 {board}"
    ),
    "whether a known mistake explains this was not found out in {seconds} s": (
        "{seconds} 秒内未能判断是否属于已知错误"
    ),
    "{n} boards were left out: {engine} had no answer ({reason})": (
        "略去 {n} 个棋盘：{engine} 没有给出答案（{reason}）"
    ),
    "step {n} could be {right}, not {wrong}": "第 {n} 步可以是 {right}，而不是 {wrong}",
    "step {n}: {detail}": "第 {n} 步：{detail}",
    "it gives a plan where the reference says -1": "参考答案为 -1，它却给出了方案",
    "its plan is smaller than the reference's": "它的方案比参考答案更小",
    "no mayan.out": "没有 mayan.out",
    "{n} bytes printed": "输出了 {n} 字节",
    "{n} bytes in a file": "文件有 {n} 字节",
    "killed by {signal}": "被 {signal} 终止",
    "exit status {n}": "退出码 {n}",
    # Files.
    "{file}:{n}:{m}: found {found}, expected {expected}": (
        "{file}:{n}:{m}：读到{found}，应为{expected}"
    ),
    "{file}:{n}:{m}: warning: {k} steps; the statement promises at most {l}": (
        "{file}:{n}:{m}：警告：{k} 步；题目保证不超过 {l} 步"
    ),
    "{file}: warning: {n} colours; the statement promises at most {m}": (
        "{file}：警告：{n} 种颜色；题目保证不超过 {m} 种"
    ),
    "{file}: warning: the colours are not numbered from 1 without gaps: there is no colour {n}": (
        "{file}：警告：颜色没有从 1 开始连续编号：缺少颜色 {n}"
    ),
    "the end of the file": "文件结尾",
    "the byte {byte}": "字节 {byte}",
    "text in UTF-8": "UTF-8 文本",
    "the number of steps, 1 or more": "步数（不小于 1）",
    "column {x} of {w} (0 to {l}): colours, 1 or more, ended by 0": (
        "第 {x} 列（共 {w} 列，0 到 {l}）：颜色（不小于 1），以 0 结束"
    ),
    "a colour (1 or more), or 0 to end column {x}": "颜色（不小于 1）或结束第 {x} 列的 0",
    "0 to end column {x}, which already has {h} blocks": (
        "结束第 {x} 列的 0（该列已有 {h} 个方块）"
    ),
    "nothing after column {x}, the last of {w}": "第 {x} 列（共 {w} 列）之后没有内容",
    "a run of {n} or more of colour {c}, at column {x}, row {y}": (
        "第 {x} 列第 {y} 行起有 {n} 个或更多颜色 {c} 的方块相连"
    ),
    "a board at rest (--settle lets it settle)": "没有可消除方块的棋盘（可用 --settle 先行消除）",
    "-1, or a move 'x y g' a line": "-1，或每行一步“x y g”",
    "a number ({part} of move {n})": "数字（第 {n} 步的 {part}）",
    # The command line.
    "satmayan: interrupted": "satmayan：已中断",
    "satmayan: standard output was closed": "satmayan：标准输出已关闭",
    "satmayan: unknown solver {name}: choose from {names}": (
        "satmayan：没有求解器 {name}：可选 {names}"
    ),
    "satmayan: unknown encoding {name}: choose from {names}, or give a .py file": (
        "satmayan：没有编码 {name}：可选 {names}，或给出 .py 文件"
    ),
    "satmayan: encoding {name} has no option {option}: choose from {names}": (
        "satmayan：编码 {name} 没有选项 {option}：可选 {names}"
    ),
    "satmayan: option {option} of encoding {name} cannot be {value}: choose from {names}": (
        "satmayan：编码 {name} 的选项 {option} 不能是 {value}：可选 {names}"
    ),
    "satmayan: what {encoding} answers is not cross-checked": (
        "satmayan：{encoding} 的答案不作交叉核对"
    ),
    "{what} would take about {n} MB, more than the memory limit of {m} MB": (
        "{what} 约需 {n} MB，超过内存限制 {m} MB"
    ),
    "satmayan: the answer was not cross-checked: {reason}": "satmayan：答案未经交叉核对：{reason}",
    "{config} answers {answer}, but the search finds {plan}": (
        "{config} 的答案是 {answer}，但搜索得到 {plan}"
    ),
    "satmayan: the verifier contradicts the solver (a bug): {detail}": (
        "satmayan：验证程序与求解器矛盾（程序错误）：{detail}"
    ),
    "satmayan: {file}: No such file or directory": "satmayan：{file}：没有这个文件或目录",
    "satmayan: {file}: Is a directory": "satmayan：{file}：是一个目录",
    "satmayan: {file}: Not a directory": "satmayan：{file}：不是目录",
    "satmayan: {file}: Permission denied": "satmayan：{file}：没有权限",
    "satmayan: No space left on device": "satmayan：设备上没有空间了",
    "satmayan: {reason}": "satmayan：{reason}",
}


def by_pattern(text: str) -> str:
    """A finished English text, line by line, by the first template that fits."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    body = line.strip()
    return line.replace(body, _sentence(body), 1) if body else line


def _sentence(sentence: str) -> str:
    for pattern, chinese in _catalogue():
        match = pattern.fullmatch(sentence)
        if match:
            values = {
                name: _sentence(value) if name in _SENTENCES else value
                for name, value in match.groupdict().items()
            }
            return chinese.format(**values)
    return sentence


@cache
def _catalogue() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_pattern(english), chinese) for english, chinese in MESSAGES.items())


def _pattern(template: str) -> re.Pattern[str]:
    parts = _PLACE.split(template)
    pattern = ""
    for k, part in enumerate(parts):
        if k % 2 == 0:
            pattern += re.escape(part).replace(r"\(s\)", "s?")
        else:
            pattern += f"(?P<{part}>{'-?[0-9]+' if len(part) == 1 else '.+?'})"
    return re.compile(pattern)
