"""How well sentence embeddings would tell that somebody wants a person, or wants the conversation to end.

    python -m benchmarks.classifier CONTROL.jsonl MODEL

in an environment with numpy, scikit-learn, tokenizers and safetensors. CONTROL.jsonl has a line {"text", "expect"} for
each message; MODEL is a folder with model.safetensors and tokenizer.json, of static embeddings or of a small BERT (such
as all-MiniLM-L6-v2).
"""
