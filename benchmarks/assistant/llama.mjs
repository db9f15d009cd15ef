// Serves a GGUF model by llama.cpp, speaking OpenAI's chat completions over HTTP, where no llama-server is at hand:
//
//     npm install node-llama-cpp && node llama.mjs MODEL.gguf 8080
//
// It knows no tools and says so, as small servers do. With a JSON schema the answer is held to it by a grammar.

import { createServer } from 'node:http'
import { getLlama, LlamaGrammarEvaluationState } from 'node-llama-cpp'

const [modelPath, port] = process.argv.slice(2)
const llama = await getLlama({ gpu: false, build: 'never' })
const model = await llama.loadModel({ modelPath })
// One thread: several wait for each other, and come to a standstill where others use the machine.
const context = await model.createContext({ contextSize: 8192, batchSize: 512, threads: 1, swaFullCache: true })
const sequence = context.getSequence()
const SLICE = 128

function prompted(messages) {
  // Gemma has no role for instructions: they go in front of what is asked.
  const text = messages.map((message) => message.content).join('\n\n')
  return `<start_of_turn>user\n${text}<end_of_turn>\n<start_of_turn>model\n`
}

async function grammarOf(format) {
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : undefined
  return schema && llama.createGrammarForJsonSchema(schema)
}

// What was read is kept, so that a prompt is read from where it differs from the last one, whether or not anybody still waits.
async function read(tokens) {
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false)
  while (tokens.length - 1 - sequence.nextTokenIndex > 0) {
    const start = sequence.nextTokenIndex
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, Math.min(start + SLICE, tokens.length - 1)))
  }
}

async function answer(request, signal) {
  if (request.tools?.length) return [400, { error: { message: 'This model does not support tools.' } }]
  const tokens = model.tokenize(prompted(request.messages), true)
  await read(tokens)
  const grammar = await grammarOf(request.response_format).catch(() => undefined)
  const grammarEvaluationState = grammar && new LlamaGrammarEvaluationState({ model, grammar })
  const said = []
  const options = { temperature: request.temperature ?? 0, grammarEvaluationState }
  for await (const token of sequence.evaluate(tokens.slice(-1), options)) {
    said.push(token)
    if (model.isEogToken(token) || said.length >= (request.max_tokens ?? 256) || signal.aborted) break
  }
  const text = model.detokenize(said.filter((token) => !model.isEogToken(token)))
  const usage = { prompt_tokens: tokens.length, completion_tokens: said.length, total_tokens: tokens.length + said.length }
  const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }
  return [200, { id: 'local', object: 'chat.completion', created: 1, model: request.model, choices: [choice], usage }]
}

let last = Promise.resolve()

createServer(async (incoming, outgoing) => {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  let body = ''
  for await (const chunk of incoming) body += chunk
  // One at a time: there is one sequence.
  last = last.then(async () => {
    const [status, found] = await answer(JSON.parse(body), gone.signal).catch((error) => [500, { error: { message: String(error) } }])
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found))
    console.log(new Date().toISOString(), status, found.usage?.total_tokens ?? '', JSON.stringify(found.choices?.[0].message.content ?? found.error).slice(0, 300))
  })
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
