"""Sentence embeddings from a folder with a model, without a network and without anything but numpy."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

__all__ = ('Embed', 'embedding_of')

Embed = Callable[[Iterable[str]], np.ndarray]
Weights = Mapping[str, np.ndarray]

LONGEST = 128
HEADS = 12


def embedding_of(folder: Path) -> Embed:
    """What turns texts into vectors of length 1: the mean of the tokens, behind the layers where the model has some."""
    weights = {name.removeprefix('bert.'): value.astype(np.float32) for name, value in _weights(folder).items()}
    tokenizer = Tokenizer.from_file(str(folder / 'tokenizer.json'))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    layers = 'embeddings.word_embeddings.weight' in weights
    static = max(weights.values(), key=lambda value: value.size)

    def embed(texts: Iterable[str]) -> np.ndarray:
        found = []
        for text in texts:
            ids = tokenizer.encode(text, add_special_tokens=layers).ids
            mean = (_encoded(ids, weights) if layers else static[ids]).mean(0)
            found.append(mean / np.linalg.norm(mean))
        return np.stack(found)

    return embed


def _weights(folder: Path) -> Weights:
    return load_file(folder / 'model.safetensors')


def _encoded(ids: list[int], weights: Weights) -> np.ndarray:
    """The tokens behind the last layer of a BERT."""

    def linear(values: np.ndarray, name: str) -> np.ndarray:
        return values @ weights[f'{name}.weight'].T + weights[f'{name}.bias']

    def normed(values: np.ndarray, name: str) -> np.ndarray:
        centred = values - values.mean(-1, keepdims=True)
        spread = np.sqrt(centred.var(-1, keepdims=True) + 1e-12)
        return centred / spread * weights[f'{name}.weight'] + weights[f'{name}.bias']

    tokens = weights['embeddings.word_embeddings.weight'][ids]
    tokens = tokens + weights['embeddings.position_embeddings.weight'][: len(ids)]
    tokens = normed(tokens + weights['embeddings.token_type_embeddings.weight'][0], 'embeddings.LayerNorm')
    size = tokens.shape[-1] // HEADS
    for layer in range(sum(name.endswith('attention.self.query.weight') for name in weights)):
        at = f'encoder.layer.{layer}'
        query, key, value = (
            linear(tokens, f'{at}.attention.self.{name}').reshape(len(ids), HEADS, size).transpose(1, 0, 2)
            for name in ('query', 'key', 'value')
        )
        scores = query @ key.transpose(0, 2, 1) / np.sqrt(size)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        heard = (shares / shares.sum(-1, keepdims=True)) @ value
        heard = linear(heard.transpose(1, 0, 2).reshape(tokens.shape), f'{at}.attention.output.dense')
        tokens = normed(tokens + heard, f'{at}.attention.output.LayerNorm')
        wide = linear(tokens, f'{at}.intermediate.dense')
        # GELU by its tanh: as good as exact for means of tokens.
        wide = wide / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (wide + 0.044715 * wide**3)))
        tokens = normed(tokens + linear(wide, f'{at}.output.dense'), f'{at}.output.LayerNorm')
    return tokens
