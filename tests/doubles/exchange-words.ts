import { defaultInstruments } from '../../src/market/instrument.ts'
import type { Exchange } from './exchange.ts'
import { opcodes, serverFrame } from './websocket-frames.ts'

const maxSkewMs = 24 * 60 * 60_000

/** The double cannot run a typed command. */
export class WordError extends Error {}

function known(symbol: string): string {
  if (!defaultInstruments.some(({ asset }) => asset === symbol)) throw new WordError(`there is no symbol ${symbol}`)
  return symbol
}

export function numberIn(text: string, least: number, most: number): number {
  const number = Number(text || Number.NaN)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new WordError(`expected a whole number, ${least}–${most}`)
  return number
}

const words: Record<string, { what: string; run: (exchange: Exchange, given: string) => void }> = {
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

/** Help text that lists every command */
export const wordList: string = Object.entries(words)
  .map(([word, { what }]) => `  ${word.padEnd(11)}${what}`)
  .join('\n')

/** Runs a command such as `delist BTCUSDT`. @throws WordError when the command is not understood */
export function play(exchange: Exchange, line: string): void {
  const [word = '', given = ''] = line.trim().split(/\s+/)
  const known = Object.hasOwn(words, word) ? words[word] : undefined
  if (!known) throw new WordError(`there is no such word; one of ${Object.keys(words).join(', ')}`)
  known.run(exchange, given.toUpperCase())
}
