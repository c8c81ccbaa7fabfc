import type { MinuteUpdate } from './candle.ts'
import { replaces } from './minute-window.ts'
import type { AssetSpan } from './span.ts'
import { openTimeOf } from './timeframe.ts'

/** To be written next: minutes, and the spans to roll up again. */
export interface PendingMinutes {
  minutes(): MinuteUpdate[]
  spans(): AssetSpan[]
  put(update: MinuteUpdate): void
  touch(span: AssetSpan): void
}

export function createPendingMinutes(): PendingMinutes {
  const minutes = new Map<string, MinuteUpdate>()
  const touched = new Map<string, AssetSpan>()
  return {
    minutes: () => [...minutes.values()],
    spans: () => [...touched.values()],
    put: (update) => {
      const key = `${update.asset} ${update.openTime}`
      if (replaces(update, minutes.get(key))) minutes.set(key, update)
    },
    touch: ({ asset, from, to }) => {
      const key = `${asset} ${openTimeOf(from, 1440)}`
      const known = touched.get(key)
      touched.set(key, { asset, from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
    },
  }
}
