import { type DecimalTick, decimalsOf } from '../market/candle.ts'
import type { Market } from '../market/market.ts'

export interface TapeLine {
  time: number
  price: number
  /** Base currency, since the line before; zero when only the price moved */
  volume: number
}

export const tapeLength = 50

/** Undefined when neither price nor volume has changed. */
export function tapeLine(tick: DecimalTick, before: DecimalTick | undefined, digits: number): TapeLine | undefined {
  const scale = 10 ** digits
  const volume = Math.round(Math.max(0, tradedSince(tick, before)) * scale) / scale
  if (volume === 0 && tick.close === before?.close) return undefined
  return { time: tick.time, price: tick.close, volume }
}

/** Of the first tick nobody knows how much of its minute was traded just now. */
function tradedSince(tick: DecimalTick, before: DecimalTick | undefined): number {
  if (!before) return 0
  return before.openTime === tick.openTime ? tick.volume - before.volume : tick.volume
}

export interface RecentTicks {
  /** Newest first */
  of(asset: string): TapeLine[]
  close(): void
}

/** Of the source that the market has now. */
export function keepRecentTicks(market: Pick<Market, 'onTick' | 'instrument' | 'instruments'>): RecentTicks {
  const lines = new Map<string, TapeLine[]>()
  const last = new Map<string, DecimalTick>()
  let { instruments } = market
  const forgetOthers = () => {
    if (market.instruments === instruments) return
    instruments = market.instruments
    lines.clear()
    last.clear()
  }
  const stop = market.onTick((tick) => {
    const { asset, tf } = tick
    if (tf !== 1) return
    forgetOthers()
    const instrument = market.instrument(asset)
    if (!instrument) return
    const shown = { ...tick, ...decimalsOf(tick, instrument) }
    const line = tapeLine(shown, last.get(asset), instrument.volumeDigits)
    last.set(asset, shown)
    if (line) lines.set(asset, [line, ...(lines.get(asset) ?? [])].slice(0, tapeLength))
  })
  const of = (asset: string) => {
    forgetOthers()
    return lines.get(asset) ?? []
  }
  return { of, close: stop }
}
