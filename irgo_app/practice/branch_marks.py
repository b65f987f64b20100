"""Whether a record calls a branch of a problem right or wrong: its properties and its words.

Programs mark in many ways: a good move (TE), good for one side (GB, GW), a bad move (BM), uliGo's
wrong variation (WV, or a triangle on the move itself). People write a word that stands alone or
first: RIGHT, Correct, +, 正解, Richtig. One inside a sentence ("White lives on the right") is none.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from irgo_app.go.point import BLACK, Colour
from irgo_app.sgf.game_tree import Node


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RIGHT: Final = _words(
    "right correct correctly success successful solution solved richtig korrekt lösung "
    "erfolg gelöst correcte juste réussi réussite succès exact correcto correcta éxito "
    "acierto corretto corretta giusto giusta esatto certo certa correto sucesso goed juist "
    "правильно верно решение успех správně dobrze poprawnie rätt korrekte đúng ok")
_WRONG: Final = _words(
    "wrong wrongly incorrect incorrectly failure fail fails failed mistake falsch fehler "
    "fehlschlag unkorrekt misslungen gescheitert faux fausse raté échec incorrecte mauvais "
    "incorrecto incorrecta mal fallo fracaso sbagliato sbagliata errato errado errada "
    "incorreto fout verkeerd неправильно неверно ошибка неудача špatně nesprávně źle fel "
    "sai")
_NOT: Final = _words(
    "not no never isn't isnt wasn't doesn't cannot nicht kein keine keinen nie pas non "
    "jamais nunca não niet geen не нет není ne inte không n'est")
_BESIDES: Final = _words(
    "this that it is it's that's was the a an answer move solution choice variation line "
    "result yes very quite also be das ist die der dies dieser zug antwort variante auch ja "
    "c'est ce est la le coup réponse bonne eso esto es el jugada respuesta questo è mossa "
    "risposta isto está o dit het antwoord zet это ход ответ to je ruch det är !")
"""Words beside which a mark still stands alone."""
_RIGHT_SIGNS: Final = frozenset("+✓✔○◯☑")
_WRONG_SIGNS: Final = frozenset("-−–×✗✘☒")
_CJK_RIGHT: Final = ("正解", "正着", "正确", "正確", "正答", "成功", "정답", "정해", "성공")
_CJK_WRONG: Final = (
    "不正解", "失敗", "失败", "誤り", "間違い", "間違え", "外れ", "错误", "錯誤", "不对", "不對",
    "错", "錯", "오답", "실패", "틀림", "틀렸")
_CJK_NOT_BEFORE: Final = ("不", "非", "不是", "并非", "並非", "没有", "沒有", "未", "無")
_CJK_NOT_BEHIND: Final = (
    "ではない", "でない", "じゃない", "ではありません", "ではなく", "にならない", "しない", "せず",
    "이 아니", "이아니", "이 아님", "이아님", "아님", " 아님", "하지 않", "하지않")
_CJK_BEHIND: Final = (
    "図", "图", "圖", "도", "です", "だ", "！", "!", "手順", "手順です", "입니다", "이다", "했다",
    "了", "变化", "変化")
_PARTICLES: Final = "はをがのにも은는이가을를的"
"""What makes of a word for a mark one part of a sentence: 正解は, 成功の."""
_CLAUSE: Final = re.compile(r"[\n.!?;:,()\[\]…。！？；：，、「」\"“”]|\s[-–—]+\s|\s[-–—]+$")
_QUESTION: Final = re.compile(r"[^.!?\n。！]*[?？]")
_DIGITS: Final = re.compile(r"[\d#\s]+$")
_LEAST_CAPITALS: Final = 2
_MOST_TEXT: Final = 2_000


def mark_of(node: Node, solver: Colour) -> bool | None:
    """Return whether a node calls the line it lies on right, False wrong, None neither.

    solver -- the side that is asked
    """
    said = _by_properties(node, solver)
    return said if said is not None else _by_words(node.comment[:_MOST_TEXT])


def has_triangle_on_move(node: Node) -> bool:
    """Return whether a node marks its own move with a triangle, as uliGo marks wrong variations."""
    move = node.move
    return move is not None and node.says("TR") and move[1] in node.points("TR")


def without_mark(text: str) -> str:
    """Return a comment without a word or sign at its start or end that only marks a branch."""
    clauses = _CLAUSE.split(text)
    kept = text.strip()
    if clauses and _clause(clauses[0].strip()) is not None:
        kept = text.strip()[len(clauses[0].strip()):]
    return _CAPITAL_MARK.sub("", kept).strip(" \n\t+-–—.!:;,。！：")


_CAPITAL_MARK: Final = re.compile(r"\b(?:RIGHT|WRONG|CORRECT)\b")


def _by_properties(node: Node, solver: Colour) -> bool | None:
    own, other = ("GB", "GW") if solver == BLACK else ("GW", "GB")
    move = node.move
    is_own = move is not None and move[0] == solver
    marks = {
        False: node.says("WV") or node.says(other) or (is_own and node.says("BM")),
        True: node.says(own) or (is_own and node.says("TE"))}
    return None if marks[True] == marks[False] else marks[True]


def _by_words(comment: str) -> bool | None:
    text = _QUESTION.sub("", unicodedata.normalize("NFC", comment)).strip()
    if not text:
        return None
    if text in _RIGHT_SIGNS or (text[0] in "+✓✔○◯" and text[1:2].isspace()):
        return True
    if text in _WRONG_SIGNS or (text[0] in "×✗✘" and text[1:2].isspace()):
        return False
    clauses = [clause.strip() for clause in _CLAUSE.split(text)]
    clauses = [clause for clause in clauses if clause]
    said = {mark for mark in map(_clause, clauses) if mark is not None}
    first = _at_first(clauses[0]) if clauses else None
    if first is not None:
        # What the comment begins with is what it is about.
        return first
    if not said:
        return _capitals_at_end(text)
    return said.pop() if len(said) == 1 else None


def _clause(clause: str) -> bool | None:
    """Return what a clause says that is a mark and nothing else."""
    of_signs = _cjk(clause, is_whole=True)
    if of_signs is not None:
        return of_signs
    written = _DIGITS.sub("", clause).replace("’", "'").split()
    words = [word.casefold() for word in written]
    if any(len(word) == 1 and word.isupper() for word in written[1:]):
        return None  # The name of a point: "Correct is A".
    if not words or not all(
        word in _RIGHT or word in _WRONG or word in _NOT or word in _BESIDES for word in words
    ):
        return None
    return _of_words(words)


def _of_words(words: Iterable[str]) -> bool | None:
    words = list(words)
    is_right = any(word in _RIGHT and word not in _BESIDES for word in words) or (
        any(word in _RIGHT for word in words) and not any(word in _WRONG for word in words))
    is_wrong = any(word in _WRONG for word in words)
    is_negated = any(word in _NOT for word in words)
    if is_right == is_wrong:
        return None
    if is_negated:
        return False if is_right else None
    return is_right


def _at_first(clause: str) -> bool | None:
    """Return what the first clause of a comment says, which may go on behind its mark."""
    whole = _clause(clause)
    if whole is not None:
        return whole
    of_signs = _cjk(clause, is_whole=False)
    if of_signs is not None:
        return of_signs
    first, _, rest = clause.partition(" ")
    word = first.casefold()
    if len(first) >= _LEAST_CAPITALS and first.isupper() and not clause.isupper() and (
        word in _RIGHT or word in _WRONG
    ):
        return word in _RIGHT
    following = rest.casefold().split()[:2]
    if word in _NOT and following and following[0] in _RIGHT and following[0] != "solution":
        return False
    return False if word in _WRONG and word != "mistake" else None


def _capitals_at_end(text: str) -> bool | None:
    """Return what a last word in capitals says, as problem servers add it to a comment."""
    words = text.rstrip(" .!").split()
    if len(words) < 2 or text.isupper() or not words[-1].isupper():
        return None
    before, last = words[-2].casefold(), words[-1].casefold()
    if last not in ("right", "wrong", "correct") or before in ("the", "on", "to") or before in _NOT:
        return None
    return last != "wrong"


def _cjk(clause: str, *, is_whole: bool) -> bool | None:
    """Return what a clause in Chinese, Japanese or Korean says.

    is_whole -- whether nothing may follow the mark
    """
    text = clause.strip("　 *＊【】《》()（）")
    negated = next((sign for sign in sorted(_CJK_NOT_BEFORE, key=len, reverse=True)
                    if text.startswith(sign) and any(
                        text[len(sign):].startswith(word) for word in _CJK_RIGHT)), "")
    text = text[len(negated):]
    for words, value in ((_CJK_WRONG, False), (_CJK_RIGHT, True)):
        for word in words:
            if not text.startswith(word):
                continue
            rest = text[len(word):]
            if any(rest.startswith(sign) for sign in _CJK_NOT_BEHIND):
                return False if value and not negated else None
            tail = _DIGITS.sub("", rest.strip("　 "))
            if tail and tail not in _CJK_BEHIND and (
                is_whole or (rest[0] in _PARTICLES and rest[0] != "이")
            ):
                return None
            return value and not negated
    return None
