import type { Tick } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { minuteMs } from '../market/timeframe.ts'
import type { Units } from '../market/units.ts'
import { maxReferenceAge, readCandles, referenceAt } from './trigger-finder.ts'

/** Longest span of a change, minutes */
export const maxChangeMinutes = 1440

/** Closes that changes are measured from: the newest minutes of assets that have such an alert */
export interface References {
  knows(asset: string): boolean
  /** Reads the closes of these assets anew. */
  load(assets: readonly string[]): Promise<void>
  record(tick: Tick): void
  /** Close of the minute that began `minutes` before the tick's, or of the last one before it; undefined if unknown */
  closeBefore(tick: Pick<Tick, 'asset' | 'openTime'>, minutes: number): Units | undefined
}

interface Close {
  openTime: number
  close: Units
}

const keptMs = maxChangeMinutes * minuteMs + maxReferenceAge

export function createReferences(market: Pick<Market, 'candles' | 'current'>): References {
  const byAsset = new Map<string, Close[]>()
  return {
    knows: (asset) => byAsset.has(asset),
    load: async (assets) => {
      for (const asset of new Set(assets)) {
        if (!byAsset.has(asset)) byAsset.set(asset, [])
        const end = market.current(asset, 1)?.openTime
        if (end === undefined) continue
        const read = await readCandles(market, { asset, tf: 1, from: end - keptMs, to: end + minuteMs })
        const closes = read.map(({ openTime, close }) => ({ openTime, close }))
        const last = closes.at(-1)?.openTime ?? 0
        // Minutes that ticks have recorded during the read are kept.
        const later = (byAsset.get(asset) ?? []).filter(({ openTime }) => openTime > last)
        byAsset.set(asset, [...closes, ...later])
      }
    },
    record: ({ asset, openTime, close }) => {
      const closes = byAsset.get(asset)
      if (!closes) return
      const last = closes.at(-1)
      if (last?.openTime === openTime) last.close = close
      else if (!last || last.openTime < openTime) closes.push({ openTime, close })
      const [first] = closes
      // Old minutes are removed an hour at a time, because each removal moves all others.
      if (first && first.openTime < openTime - keptMs - maxReferenceAge) {
        byAsset.set(
          asset,
          closes.filter((each) => each.openTime >= openTime - keptMs),
        )
      }
    },
    closeBefore: ({ asset, openTime }, minutes) => {
      const due = openTime - minutes * minuteMs
      const closes = byAsset.get(asset) ?? []
      return referenceAt(closes[lastUntil(closes, due)], due)
    },
  }
}

/** Index of the last close whose minute began at or before a time; −1 without one */
function lastUntil(closes: readonly Close[], time: number): number {
  let [low, high] = [0, closes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.openTime ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
