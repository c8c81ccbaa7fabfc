/**
 * `bun run exchange:double`: the exchange's double, for people, and a whole server that follows it as FEED=binance would
 * follow the real one. What goes wrong is typed in. `PORT` and `DATA_DIR` count as always; without `DATA_DIR` the data go
 * to a folder of their own that is removed at the end. With `--alone` there is no server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/main/serve.ts'
import { type Exchange, startExchange } from './exchange.ts'
import { opcodes, serverFrame } from './websocket-frames.ts'

const faults: Record<string, { what: string; run: (exchange: Exchange, symbol: string) => void }> = {
  cut: { what: 'hang up on everybody', run: ({ cut }) => cut() },
  refuse: {
    what: 'hang up and let nobody in again',
    run: (exchange) => {
      exchange.faults.refuses = true
      exchange.cut()
    },
  },
  accept: {
    what: 'let everybody in again',
    run: (exchange) => {
      exchange.faults.refuses = false
    },
  },
  shutdown: { what: 'announce a shutdown', run: ({ announceShutdown }) => announceShutdown() },
  silent: { what: 'SYMBOL: its stream says nothing', run: ({ faults: { silent } }, symbol) => silent.add(symbol) },
  speak: { what: 'all streams speak again', run: ({ faults: { silent } }) => silent.clear() },
  garbage: { what: 'send what is no message', run: ({ say }) => say('{"stream":') },
  broken: { what: 'send what is no frame', run: ({ sayRaw }) => sayRaw(new Uint8Array([0xff, 0xff])) },
  binary: {
    what: 'send a binary message',
    run: ({ sayRaw }) => sayRaw(serverFrame(opcodes.binary, new Uint8Array(3))),
  },
  limit: { what: 'answer the next question with 429', run: ({ rest }) => rest.next.push(429) },
  ban: { what: 'answer the next question with 418 and ban for two minutes', run: ({ rest }) => rest.next.push(418) },
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const isAlone = process.argv.includes('--alone')
const exchange = await startExchange({ streamPort: 9443, restPort: 9444 })
say(`The exchange's double: streams at ${exchange.addresses.stream}, REST at ${exchange.addresses.rest}`)
const own = isAlone || process.env.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'kurs-exchange-double-'))
const env = { LOG_LEVEL: 'warn', ...process.env, ...(own ? { DATA_DIR: own } : {}), FEED: 'binance' }
const server = isAlone
  ? undefined
  : await serve({ config: readConfig(env), isDev: false, historyDays: 7, binance: exchange.addresses })
if (server)
  say(`The server that follows it: ${server.url}${server.setupUrl ? `, first account at ${server.setupUrl}` : ''}`)
say(
  `Type what shall go wrong:\n${Object.entries(faults)
    .map(([word, { what }]) => `  ${word.padEnd(9)}${what}`)
    .join('\n')}`,
)

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word = '', symbol = ''] = line.trim().split(/\s+/)
  const fault = faults[word]
  if (fault) fault.run(exchange, symbol.toUpperCase())
  say(
    fault
      ? `${word}: ${exchange.connections()} connections`
      : `Unknown: ${word}. One of ${Object.keys(faults).join(', ')}.`,
  )
})
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    await server?.close()
    await exchange.close()
    if (own) await rm(own, { recursive: true, force: true })
    process.exit(0)
  })
}
