import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'

/** Caches results for a minute, or until the market switches to another source; failures are not cached. */
export function memory<Value>(market: Pick<Market, 'instruments'>, now: () => number) {
  const kept = new Map<string, { at: number; of: Market['instruments']; value: Promise<Value> }>()
  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known && known.of === market.instruments && now() - known.at < minuteMs) return known.value
    const { instruments } = market
    const value = read()
    kept.set(key, { at: now(), of: instruments, value })
    value.catch(() => kept.delete(key))
    return value
  }
}
