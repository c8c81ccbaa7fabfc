import type { MinuteUpdate } from './candle.ts'
import { replaces } from './minute-window.ts'
import type { AssetSpan } from './span.ts'
import { openTimeOf } from './timeframe.ts'

/** While nothing can be written: three days of twelve assets. The next start fetches the oldest, pushed out. */
const mostMinutes = 50_000

/** To be written next: minutes, and the spans to roll up again. */
export interface PendingMinutes {
  minutes(): MinuteUpdate[]
  spans(): AssetSpan[]
  put(update: MinuteUpdate): void
  touch(span: AssetSpan): void
  /** Puts back before its own what could not be written. */
  restore(older: PendingMinutes): void
}

export function createPendingMinutes(): PendingMinutes {
  let minutes = new Map<string, MinuteUpdate>()
  const touched = new Map<string, AssetSpan>()
  const put = (update: MinuteUpdate) => {
    const key = `${update.asset} ${update.openTime}`
    if (replaces(update, minutes.get(key))) minutes.set(key, update)
    const [oldest] = minutes.size > mostMinutes ? minutes.keys() : []
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
