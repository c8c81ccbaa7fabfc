import type { Tick } from '../market/candle.ts'
import type { Market } from '../market/market.ts'

export interface TapeLine {
  time: number
  price: number
  /** Base currency, since the line before; zero when only the price moved */
  volume: number
}

export const tapeLength = 50

/** Undefined when neither price nor volume has changed. */
export function tapeLine(tick: Tick, before: Tick | undefined, digits: number): TapeLine | undefined {
  const scale = 10 ** digits
  const volume = Math.round(Math.max(0, tradedSince(tick, before)) * scale) / scale
  if (volume === 0 && tick.close === before?.close) return undefined
  return { time: tick.time, price: tick.close, volume }
}

/** Of the first tick nobody knows how much of its minute was traded just now. */
function tradedSince(tick: Tick, before: Tick | undefined): number {
  if (!before) return 0
  return before.openTime === tick.openTime ? tick.volume - before.volume : tick.volume
}

export interface RecentTicks {
  /** Newest first */
  of(asset: string): TapeLine[]
  close(): void
}

export function keepRecentTicks(market: Pick<Market, 'onTick' | 'instrument'>): RecentTicks {
  const lines = new Map<string, TapeLine[]>()
  const last = new Map<string, Tick>()
  const stop = market.onTick((tick) => {
    if (tick.tf !== 1) return
    const line = tapeLine(tick, last.get(tick.asset), market.instrument(tick.asset)?.volumeDigits ?? 0)
    last.set(tick.asset, tick)
    if (line) lines.set(tick.asset, [line, ...(lines.get(tick.asset) ?? [])].slice(0, tapeLength))
  })
  return { of: (asset) => lines.get(asset) ?? [], close: stop }
}
