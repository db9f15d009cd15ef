// Serves a GGUF model by llama.cpp, speaking OpenAI's chat completions over HTTP, where no llama-server is at hand:
//
//     npm install node-llama-cpp && node llama.mjs MODEL.gguf 8080
//
// It knows no tools and says so, as small servers do. With a JSON schema the answer is held to it by a grammar.

import { createServer } from 'node:http'
import { getLlama, LlamaCompletion } from 'node-llama-cpp'

const [modelPath, port] = process.argv.slice(2)
const llama = await getLlama({ gpu: false, build: 'never' })
const model = await llama.loadModel({ modelPath })
// The whole of what was read is kept, so that the next prompt is read from where it differs.
const context = await model.createContext({ contextSize: 8192, batchSize: 512, swaFullCache: true })
const sequence = context.getSequence()
const completion = new LlamaCompletion({ contextSequence: sequence })

function prompted(messages) {
  // Gemma has no role for instructions: they go in front of what is asked.
  const text = messages.map((message) => message.content).join('\n\n')
  return `<start_of_turn>user\n${text}<end_of_turn>\n<start_of_turn>model\n`
}

async function grammarOf(format) {
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : undefined
  return schema && llama.createGrammarForJsonSchema(schema)
}

async function answer(request, signal) {
  if (request.tools?.length) return [400, { error: { message: 'This model does not support tools.' } }]
  const text = prompted(request.messages)
  const grammar = await grammarOf(request.response_format).catch(() => undefined)
  const said = await completion.generateCompletion(text, {
    maxTokens: request.max_tokens ?? 256,
    temperature: request.temperature ?? 0,
    customStopTriggers: ['<end_of_turn>'],
    grammar,
    signal,
    stopOnAbortSignal: true,
  })
  const counts = [text, said].map((part) => model.tokenize(part).length)
  const usage = { prompt_tokens: counts[0], completion_tokens: counts[1], total_tokens: counts[0] + counts[1] }
  const choice = { index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }
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
    if (gone.signal.aborted) return
    const [status, found] = await answer(JSON.parse(body), gone.signal).catch((error) => [500, { error: { message: String(error) } }])
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found))
    console.log(new Date().toISOString(), status, found.usage?.total_tokens ?? '', JSON.stringify(found.choices?.[0].message.content ?? found.error).slice(0, 300))
  })
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
