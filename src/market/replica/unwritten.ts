/** Tracks minutes that the feed's process has published but may not have written to the database yet. */
export interface Unwritten {
  /** Notes that a news message has this minute and that longer candles depend on the minute. */
  note(asset: string, openTime: number, news: number): void
  /** Whether candles before `time` stored in the database may be incomplete */
  isBehind(asset: string, time: number): boolean
  wrote(news: number): void
  /** Resolves when stored candles before `time` are complete, or after `ms` milliseconds. */
  written(asset: string, time: number, ms: number): Promise<void>
  /** Forgets all minutes and releases all waiting readers. */
  clear(): void
}

export function createUnwritten(): Unwritten {
  /** Oldest unwritten minute and number of the newest news message, by asset */
  const behind = new Map<string, { from: number; news: number }>()
  const waiting = new Set<() => void>()
  const isBehind = (asset: string, time: number) => (behind.get(asset)?.from ?? Number.POSITIVE_INFINITY) < time
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  return {
    note: (asset, openTime, news) => {
      behind.set(asset, { from: Math.min(openTime, behind.get(asset)?.from ?? openTime), news })
    },
    isBehind,
    wrote: (number) => {
      for (const [asset, { news }] of behind) if (news <= number) behind.delete(asset)
      wake()
    },
    written: (asset, time, ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        const look = () => {
          if (!isBehind(asset, time)) end()
        }
        const timer = setTimeout(end, ms)
        waiting.add(look)
        look()
      }),
    clear: () => {
      behind.clear()
      wake()
    },
  }
}
