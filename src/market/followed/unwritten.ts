/** What another process has told and may not have written yet, so that the database lacks it. */
export interface Unwritten {
  /** The minute is in the news of this number, and longer candles follow from it. */
  note(asset: string, openTime: number, news: number): void
  /** Whether stored candles before a moment may lack something */
  isBehind(asset: string, time: number): boolean
  wrote(news: number): void
  /** Settles when it is not behind any more, or after so many ms. */
  written(asset: string, time: number, ms: number): Promise<void>
  /** Forgets everything, and lets everybody go who waits. */
  clear(): void
}

export function createUnwritten(): Unwritten {
  /** By asset: the oldest minute, and the newest news */
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
