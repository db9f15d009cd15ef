"""A prompt in the library's terms, and what the library says of an answer in ours."""

import json
from dataclasses import replace

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from .prompts import Prompt
from .tools import Round, Tool, ToolCall

__all__ = ('calls_of', 'messages_of', 'parameters_of')


def messages_of(prompt: Prompt) -> list[ModelMessage]:
    """What was asked, and each round behind it."""
    messages: list[ModelMessage] = [ModelRequest([UserPromptPart(prompt.data)], instructions=prompt.instructions)]
    for passed in prompt.rounds:
        messages += [_sendable(passed.said), ModelRequest(_returned(passed), instructions=prompt.instructions)]
    return messages


def _sendable(said: ModelResponse) -> ModelResponse:
    """The answer with arguments that can be sent back, whatever they are."""
    parts = [
        replace(part, args=_written(part.args)) if isinstance(part, ToolCallPart) and _is_odd(part.args) else part
        for part in said.parts
    ]
    return replace(said, parts=parts)


def _is_odd(arguments: object) -> bool:
    return not isinstance(arguments, str | dict | None)


def _returned(passed: Round) -> list[ToolReturnPart]:
    calls = passed.said.tool_calls
    return [
        ToolReturnPart(call.tool_name, result, call.tool_call_id)
        for call, result in zip(calls, passed.results, strict=True)
    ]


def calls_of(response: ModelResponse) -> tuple[ToolCall, ...]:
    """The tools that an answer calls."""
    return tuple(ToolCall(call.tool_name, _written(call.args)) for call in response.tool_calls)


def _written(arguments: object) -> str:
    return arguments if isinstance(arguments, str) else '' if arguments is None else json.dumps(arguments)


def parameters_of(model: Model, prompt: Prompt) -> ModelRequestParameters:
    """The tools; and the schema, where the model can be held to one. The instructions describe both as well."""
    tools = [_definition(tool) for tool in prompt.tools]
    if prompt.schema is None or not model.profile.get('supports_json_schema_output'):
        return ModelRequestParameters(function_tools=tools)
    closed = prompt.schema.get('additionalProperties') is False
    schema = OutputObjectDefinition(json_schema=dict(prompt.schema), name='answer', strict=closed)
    return ModelRequestParameters(function_tools=tools, output_mode='native', output_object=schema)


def _definition(tool: Tool) -> ToolDefinition:
    schema = dict(tool.schema)
    return ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=schema, strict=False)
