"""Whether the assistant keeps its promises with a real model, whatever that model says.

Serve a small model by llama.cpp, on this machine:

    llama-server -m MODEL.gguf --port 8090 -c 16384
    (or: npm install node-llama-cpp && node benchmarks/assistant/llama.mjs MODEL.gguf 8090)

start a demo whose assistant asks it:

    NETBOX_CHAT_SETTINGS='{"assistant_llm_profile": "local", "throttle": null, "assistant_max_seconds": 100,
        "profiles": {"local": {"provider": "openai_compatible", "model": "any", "base_url": "http://127.0.0.1:8090/v1",
        "timeout_seconds": 60}}}' script/demo

and ask it, with the demo's address and API token:

    .venv/bin/python -m benchmarks.assistant --url http://127.0.0.1:8000 --token nbt_KEY.SECRET

It fails when a promise is broken. How good the model is does not matter: a poor one tries the promises harder.
"""
