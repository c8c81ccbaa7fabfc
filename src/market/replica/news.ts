import type { z } from 'zod'
import type { marketNews } from './process-topics.ts'
import type { RenewableWindows } from './renewable-windows.ts'

/** Tracks the numbered news of one run of the feed's process: how far it was published, stored, and missed here. */
export interface NewsCursor {
  /** Number of the last news published */
  published(): number
  /** Starts a run of the feed's process: a new follower has missed all news published so far. */
  begin(published: number): void
  /** Records the number that the process reports as the last one published. */
  expect(published: number): void
  take(news: number): void
  /** Records that received news could not be applied, so it must also be read from the database. */
  refuse(): void
  /** Records that all news up to this number is in the database. */
  wrote(news: number): void
  /** Number up to which news must be read from the database, if any news was missed */
  missed(): number | undefined
  isReadable(): boolean
  /** Allows one read per miss before the database is known to be complete. @returns true the first time after a miss */
  mayTry(): boolean
  /** Records that the database was read up to this number. @returns whether no news is missing now */
  read(upTo: number | undefined): boolean
}

/** @param ask  requests a write from the feed's process; called when missed news is not in the database yet */
export function createNewsCursor(ask: () => void): NewsCursor {
  let [published, stored] = [0, 0]
  let missed: number | undefined
  let hasTried = false
  const miss = (upTo: number) => {
    published = upTo
    missed = upTo
    hasTried = false
    if (stored < upTo) ask()
  }
  return {
    published: () => published,
    begin: miss,
    expect: (upTo) => {
      if (upTo > published) miss(upTo)
    },
    take: (news) => {
      if (news > published + 1) miss(news - 1)
      published = Math.max(published, news)
    },
    refuse: () => {
      missed = published
    },
    wrote: (news) => {
      stored = news
    },
    missed: () => missed,
    isReadable: () => missed !== undefined && stored >= missed,
    mayTry: () => {
      const isFirst = !hasTried
      hasTried = true
      return isFirst
    },
    read: (upTo) => {
      const isAll = upTo !== undefined && missed === upTo && stored >= upTo
      if (isAll) missed = undefined
      return isAll
    },
  }
}

/** Tracks minutes that the feed's process has published but may not have written to the database yet. */
interface Unwritten {
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

export interface ApplyNewsDeps {
  windows: Pick<RenewableWindows, 'current' | 'take' | 'markMissing'>
  unwritten: Pick<Unwritten, 'note'>
}

/** Applies a news message of the feed's process to the candle windows, and notes which minutes it has yet to write. */
export function applyNews(
  { windows, unwritten }: ApplyNewsDeps,
  { number, minutes, missing }: Pick<z.infer<typeof marketNews.payload>, 'number' | 'minutes' | 'missing'>,
): void {
  for (const [asset, ofAsset] of Map.groupBy(minutes, (minute) => minute.asset)) {
    for (const { openTime, isClosed } of ofAsset) {
      const newest = windows.current(asset, 1)?.openTime ?? openTime
      if (isClosed || openTime !== newest) unwritten.note(asset, Math.min(openTime, newest), number)
    }
    windows.take(asset, ofAsset)
  }
  for (const { asset, ...span } of missing) windows.markMissing(asset, span)
}
