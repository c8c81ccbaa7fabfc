import { createInterface } from 'node:readline'
import type { DecimalTick } from '../../../src/market/candle.ts'
import type { TickerMetrics } from '../../../src/ticker/ticker.ts'

/** What a server is told to do, one line of JSON each; it answers with one. */
export type Command =
  /** Tell `rounds` states of the first `pairs` pairs, `hz` rounds a second */
  | { do: 'run'; pairs: number; hz: number; rounds: number }
  | { do: 'measure' }
  /** The same, after everything that is not needed has been thrown away */
  | { do: 'collect' }

/** What a server has used up to now. */
export interface Usage {
  /** User and system, µs */
  cpuUs: number
  /** Resident memory, bytes */
  rss: number
  metrics?: TickerMetrics | undefined
}

/** A server that can be loaded, whatever it is made of. */
export interface LoadedServer {
  port: number
  tell(tick: DecimalTick): void
  metrics?: () => TickerMetrics
}

const openTime = 1_750_000_020_000

export function assetOf(pair: number): string {
  return `P${String(pair).padStart(3, '0')}USDT`
}

/** ms UTC with their fractions: the same for all processes of a machine */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * The state of a pair as of now; every one is as long as every other. Each is the end of a candle, which is never
 * conflated, even when a server that is late catches up.
 */
export function tickOf(pair: number): DecimalTick {
  const prices = { open: 64_250.31, high: 64_300.5, low: 64_200.25, close: 64_251.75, volume: 12.345 }
  return { asset: assetOf(pair), tf: 1, openTime, ...prices, isClosed: true, time: preciseNow() }
}

/** Prints the port, then obeys what comes on the standard input until it ends. */
export function obey({ port, tell, metrics }: LoadedServer): void {
  const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
  createInterface(process.stdin)
    .on('line', async (line) => {
      const command: Command = JSON.parse(line)
      if (command.do === 'run') await run(tell, command)
      if (command.do === 'collect') globalThis.gc?.()
      const { user, system } = process.cpuUsage()
      const usage: Usage = { cpuUs: user + system, rss: process.memoryUsage.rss(), metrics: metrics?.() }
      answer(usage)
    })
    .on('close', () => process.exit())
  answer({ port })
}

async function run(
  tell: (tick: DecimalTick) => void,
  { pairs, hz, rounds }: Extract<Command, { do: 'run' }>,
): Promise<void> {
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) {
    const wait = startedAt + (round * 1000) / hz - performance.now()
    // Who is late goes on at once, but lets what has been told be sent.
    await new Promise((resolve) => (wait > 0 ? setTimeout(resolve, wait) : setImmediate(resolve)))
    for (let pair = 0; pair < pairs; pair++) tell(tickOf(pair))
  }
}
