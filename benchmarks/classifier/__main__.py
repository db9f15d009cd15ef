"""The command: see the package."""

import argparse
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold
from sklearn.svm import SVC

from .embeddings import embedding_of

PHRASES = Path(__file__).parent / 'phrases.toml'
CONTROL = ('human_handoff', 'end_session')
VARIANTS = 8
THRESHOLDS = np.arange(0.40, 0.96, 0.05)
# What the project asks for: F1 of both, and false alarms.
LEAST, MOST = 0.8, 0.005

Head = Callable[[], Any]
HEADS: dict[str, Head] = {
    **{
        f'logistic regression, C={c}': lambda c=c: LogisticRegression(C=c, max_iter=3000, class_weight='balanced')
        for c in (3, 10, 30, 100)
    },
    **{
        f'SVM, C={c}, gamma={gamma}': lambda c=c, gamma=gamma: SVC(
            C=c, gamma=gamma, probability=True, class_weight='balanced', random_state=0
        )
        for c in (3, 10, 30)
        for gamma in (1, 2)
    },
}


class Figures(NamedTuple):
    """How well decisions are found."""

    handoff: float
    end: float
    alarms: float

    @property
    def good(self) -> bool:
        """Whether it is what the project asks for."""
        return min(self.handoff, self.end) > LEAST and self.alarms < MOST

    def __str__(self) -> str:
        return f'handoff F1 {self.handoff:.3f}, end F1 {self.end:.3f}, false alarms {self.alarms:.2%}'


def taught() -> Iterator[tuple[str, str, int]]:
    """Phrases with what they decide; those that are made of one share a number."""
    chance = random.Random(1)  # noqa: S311
    data = tomllib.loads(PHRASES.read_text(encoding='utf-8'))
    number = 0
    for decision in (*CONTROL, 'none'):
        for phrase in data[decision]['phrases']:
            number += 1
            said = [phrase]
            for word in ('person', 'kind'):
                if f'{{{word}}}' in phrase:
                    said = [phrase.format(**{word: chosen}) for chosen in chance.sample(data[word], VARIANTS)]
            before = data[decision].get('before')
            said += [chance.choice(before) + phrase] if before and len(said) == 1 else []
            yield from ((text, decision, number) for text in said)


def decided(chances: np.ndarray, classes: np.ndarray, threshold: float) -> np.ndarray:
    """The likeliest decision where it is likely enough; otherwise none."""
    found = classes[chances.argmax(1)].copy()
    found[chances.max(1) < threshold] = 'none'
    return found


def figures(found: np.ndarray, right: np.ndarray) -> Figures:
    """Compare decisions with the right ones."""
    scores = []
    for decision in CONTROL:
        hits = int(((found == decision) & (right == decision)).sum())
        scores.append(2 * hits / max(int((found == decision).sum() + (right == decision).sum()), 1))
    return Figures(*scores, alarms=float(((found != 'none') & (right == 'none')).sum() / (right == 'none').sum()))


def crossed(head: Head, vectors: np.ndarray, right: np.ndarray, folds: Iterator[tuple[Any, Any]]) -> np.ndarray:
    """Chances of each, from a head that has not seen it."""
    chances = np.zeros((len(right), len(np.unique(right))))
    for seen, unseen in folds:
        chances[unseen] = head().fit(vectors[seen], right[seen]).predict_proba(vectors[unseen])
    return chances


def main(options: argparse.Namespace) -> None:
    """Choose by our own phrases alone, then measure once; and, apart from that, teach and measure with the same set."""
    rows = [json.loads(line) for line in options.control.read_text(encoding='utf-8').splitlines()]
    texts, right = [row['text'].lower() for row in rows], np.array([row['expect'] for row in rows])
    said, meant, numbers = zip(*taught(), strict=True)
    embed = embedding_of(options.model)
    started = perf_counter()
    own, control = embed(said), embed(texts)
    print(f'{len(said)} own phrases, {len(texts)} messages, {own.shape[1]} dimensions, ', end='')
    print(f'{(perf_counter() - started) * 1000 / (len(said) + len(texts)):.1f} ms each')
    meant, classes = np.array(meant), np.unique(meant)
    tried = []
    for name, head in HEADS.items():
        folds = StratifiedGroupKFold(5, shuffle=True, random_state=0).split(own, meant, numbers)
        chances = crossed(head, own, meant, folds)
        for threshold in THRESHOLDS:
            found = figures(decided(chances, classes, threshold), meant)
            tried.append((found.alarms < MOST, min(found[:2]), name, threshold, found))
    *_, name, threshold, found = max(tried, key=lambda each: each[:2])
    print(f'chosen by the own phrases: {name}, threshold {threshold:.2f}: {found}')
    chosen = HEADS[name]().fit(own, meant)
    met = figures(decided(chosen.predict_proba(control), classes, threshold), right)
    print(f'measured: {met}: {"good enough" if met.good else "not good enough"}')
    folds = StratifiedKFold(5, shuffle=True, random_state=0).split(control, right)
    chances = crossed(HEADS['logistic regression, C=30'], control, right, folds)
    for threshold in (0.5, 0.7, 0.8):
        print(f'cross-validated on the messages, threshold {threshold}: ', end='')
        print(figures(decided(chances, classes, threshold), right))


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('control', type=Path, help='messages with what they decide')
    parser.add_argument('model', type=Path, help='folder of the model')
    main(parser.parse_args())
