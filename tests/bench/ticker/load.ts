import { createInterface } from 'node:readline'
import type { DecimalTick } from '../../../src/market/candle.ts'
import type { TickerMetrics } from '../../../src/ticker/ticker.ts'

/** Commands to a server, one JSON object per line; it answers each with one line. */
type Command =
  /** Sends `rounds` states of the first `pairs` pairs, `hz` rounds a second */
  | { do: 'run'; pairs: number; hz: number; rounds: number; isSpread?: boolean }
  | { do: 'measure' }
  /** Collects garbage, then measures the same figures */
  | { do: 'collect' }

/** Resources used by a server so far. */
export interface Usage {
  /** User and system processor time, µs */
  cpuUs: number
  /** Resident memory, bytes */
  rss: number
  metrics?: TickerMetrics | undefined
}

/** A server that can be loaded, whatever its implementation. */
export interface LoadedServer {
  port: number
  emitTick(tick: DecimalTick): void
  metrics?: () => TickerMetrics
}

const openTime = 1_750_000_020_000

export function assetOf(pair: number): string {
  return `P${String(pair).padStart(3, '0')}USDT`
}

/** Returns ms UTC with fractions, from a clock that all processes of a machine share */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * Returns the current state of a pair; all states have the same encoded length. Each is a candle close, which is never
 * conflated, even when a late server catches up.
 */
export function tickOf(pair: number): DecimalTick {
  const prices = { open: 64_250.31, high: 64_300.5, low: 64_200.25, close: 64_251.75, volume: 12.345 }
  return { asset: assetOf(pair), tf: 1, openTime, ...prices, isClosed: true, time: preciseNow() }
}

/** Prints the port, then runs commands from standard input until it ends. */
export function obey({ port, emitTick, metrics }: LoadedServer): void {
  const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
  createInterface(process.stdin)
    .on('line', async (line) => {
      const command: Command = JSON.parse(line)
      if (command.do === 'run') await run(emitTick, command)
      if (command.do === 'collect') globalThis.gc?.()
      const { user, system } = process.cpuUsage()
      const usage: Usage = { cpuUs: user + system, rss: process.memoryUsage.rss(), metrics: metrics?.() }
      answer(usage)
    })
    .on('close', () => process.exit())
  answer({ port })
}

async function run(
  emitTick: (tick: DecimalTick) => void,
  { pairs, hz, rounds, isSpread }: Extract<Command, { do: 'run' }>,
): Promise<void> {
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) {
    const wait = startedAt + (round * 1000) / hz - performance.now()
    // A late server continues at once, but lets queued ticks be sent first.
    await new Promise((resolve) => (wait > 0 ? setTimeout(resolve, wait) : setImmediate(resolve)))
    for (let pair = 0; pair < pairs; pair++) {
      // An exchange sends each pair at its own time.
      const at = startedAt + ((round + pair / pairs) * 1000) / hz
      if (isSpread && at > performance.now()) await Bun.sleep(at - performance.now())
      emitTick({ ...tickOf(pair), isClosed: !isSpread })
    }
  }
}
