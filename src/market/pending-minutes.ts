import type { MinuteUpdate } from './candle.ts'
import { replaces } from './minute-window.ts'
import type { AssetSpan } from './span.ts'
import { openTimeOf } from './timeframe.ts'

/** Maximum while writes fail: three days of twelve assets. Then the oldest are evicted; the next start fetches them. */
const maxMinutes = 50_000

/** Minutes to write next, and spans to roll up again */
export interface PendingMinutes {
  minutes(): MinuteUpdate[]
  spans(): AssetSpan[]
  put(update: MinuteUpdate): void
  touch(span: AssetSpan): void
  /** Puts back, before its own content, what could not be written. */
  restore(older: PendingMinutes): void
}

export function createPendingMinutes(): PendingMinutes {
  let minutes = new Map<string, MinuteUpdate>()
  const touched = new Map<string, AssetSpan>()
  const put = (update: MinuteUpdate) => {
    const key = `${update.asset} ${update.openTime}`
    if (replaces(update, minutes.get(key))) minutes.set(key, update)
    const [oldest] = minutes.size > maxMinutes ? minutes.keys() : []
    if (oldest !== undefined) minutes.delete(oldest)
  }
  const touch = ({ asset, from, to }: AssetSpan) => {
    const key = `${asset} ${openTimeOf(from, 1440)}`
    const known = touched.get(key)
    touched.set(key, { asset, from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
  }
  return {
    minutes: () => [...minutes.values()],
    spans: () => [...touched.values()],
    put,
    touch,
    restore: (older) => {
      const newer = minutes
      minutes = new Map()
      for (const update of [...older.minutes(), ...newer.values()]) put(update)
      for (const span of older.spans()) touch(span)
    },
  }
}
