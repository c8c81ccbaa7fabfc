/**
 * `bun run exchange:double`: the exchange's double, for people, and a whole server that follows it as FEED=binance would
 * follow the real one. What goes wrong is typed in. `EXCHANGE_STREAM_PORT` (9443) and `EXCHANGE_REST_PORT` (9444) are the
 * double's, 0 for any that is free; `PORT` and `DATA_DIR` count as always; without `DATA_DIR` the data go to a folder of
 * their own that is removed at the end. With `--alone` there is no server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/main/serve.ts'
import { defaultInstruments } from '../../src/market/instrument.ts'
import { type Exchange, startExchange } from './exchange.ts'
import { opcodes, serverFrame } from './websocket-frames.ts'

const maxSkewMs = 24 * 60 * 60_000

/** What was typed cannot be done. */
class WordError extends Error {}

function known(symbol: string): string {
  if (!defaultInstruments.some(({ asset }) => asset === symbol)) throw new WordError(`there is no symbol ${symbol}`)
  return symbol
}

function numberIn(text: string, least: number, most: number): number {
  const number = Number(text || Number.NaN)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new WordError(`expected a whole number, ${least}–${most}`)
  return number
}

function portIn(name: string, usual: number): number {
  const given = process.env[name]
  return given ? numberIn(given, 0, 65_535) : usual
}

const faults: Record<string, { what: string; run: (exchange: Exchange, given: string) => void }> = {
  cut: { what: 'hang up on everybody', run: ({ cut }) => cut() },
  refuse: {
    what: 'hang up and let nobody in again',
    run: (exchange) => {
      exchange.faults.refuses = true
      exchange.cut()
    },
  },
  accept: {
    what: 'let everybody in again, whoever was refused or forbidden',
    run: (exchange) => {
      exchange.faults.refuses = false
      exchange.faults.forbids = undefined
    },
  },
  forbid: {
    what: '403 or 451: answer everything so, and hang up',
    run: (exchange, status) => {
      if (status !== '403' && status !== '451') throw new WordError('expected 403 or 451')
      exchange.faults.forbids = status === '403' ? 403 : 451
      exchange.cut()
    },
  },
  delist: { what: 'SYMBOL: it is not known any more', run: ({ faults }, symbol) => faults.delisted.add(known(symbol)) },
  list: { what: 'SYMBOL: it is known again', run: ({ faults }, symbol) => faults.delisted.delete(known(symbol)) },
  halt: { what: 'SYMBOL: its trade stops', run: ({ truth, now }, symbol) => truth.stop(known(symbol), now()) },
  resume: { what: 'SYMBOL: its trade goes on', run: ({ truth, now }, symbol) => truth.goOn(known(symbol), now()) },
  'rest-fail': {
    what: 'N: answer the next N questions with 503',
    run: ({ rest }, count) => rest.next.push(...Array.from({ length: numberIn(count, 0, 1000) }, () => 503)),
  },
  clock: {
    what: 'MS: the clock of the exchange is so far ahead of ours',
    run: ({ faults }, ms) => {
      faults.skewMs = numberIn(ms, -maxSkewMs, maxSkewMs)
    },
  },
  shutdown: { what: 'announce a shutdown', run: ({ announceShutdown }) => announceShutdown() },
  silent: {
    what: 'SYMBOL: its stream says nothing',
    run: ({ faults: { silent } }, symbol) => silent.add(known(symbol)),
  },
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
const exchange = await startExchange({
  streamPort: portIn('EXCHANGE_STREAM_PORT', 9443),
  restPort: portIn('EXCHANGE_REST_PORT', 9444),
})
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
    .map(([word, { what }]) => `  ${word.padEnd(11)}${what}`)
    .join('\n')}`,
)

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word = '', given = ''] = line.trim().split(/\s+/)
  const fault = Object.hasOwn(faults, word) ? faults[word] : undefined
  if (!fault) return say(`Unknown: ${word}. One of ${Object.keys(faults).join(', ')}.`)
  try {
    fault.run(exchange, given.toUpperCase())
    say(`${word}: ${exchange.connections()} connections`)
  } catch (error) {
    if (!(error instanceof WordError)) throw error
    say(`${word}: ${error.message}`)
  }
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
