import type { Db } from '../db/client.ts'
import type { Logger } from '../http/logger.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Feed } from './feed/feed.ts'
import { holesOf } from './holes.ts'
import { type AssetSpan, noteGaps, readClosed, readGaps } from './queries.ts'
import type { Store } from './store.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

const dayMs = 1440 * minuteMs
/** A source's history may lack what is younger, ms: it is asked again before a minute counts as missing. */
const settledAfterMs = 5 * minuteMs
const askAgainMs = 30_000
const longestPauseMs = 5 * minuteMs

export interface BackfillOptions {
  db: Db
  feed: Feed
  store: Store
  /** How far back to go, days */
  historyDays: number
  /** Minutes may come late by so much, ms, before they are looked for in the history. */
  latenessMs: number
  /** Where live prices begin, ms UTC: the days before it are looked through */
  until: number
  /** Is given minutes of the past, ascending, when they are stored. */
  onMinutes(asset: string, minutes: readonly MinuteUpdate[]): void
  /** When the newest minute that the source has told begins, ms UTC */
  newest(asset: string): number
  /** Tells that `isAtWork` has changed. */
  onChange(): void
  log: Logger
}

export interface Backfill {
  isAtWork(): boolean
  /** Has the source asked for minutes that did not come, after giving them the time to come late. */
  fill(hole: AssetSpan): void
  close(): Promise<void>
}

/**
 * Fetches what the database lacks: first what happened since the last start, then day by day into the past. What is
 * stored is never asked for again, so it may be interrupted at any time.
 */
export function startBackfill(options: BackfillOptions): Backfill {
  const { db, feed, store, historyDays, latenessMs, until, onMinutes, newest, onChange, log } = options
  const abort = new AbortController()
  const { signal } = abort
  /** Holes first, then days, newest first */
  const queue: AssetSpan[] = []
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  /** Holes that may yet fill by themselves */
  let late = 0
  let isAtWork = true
  let wake = () => {}

  const setAtWork = (value: boolean) => {
    if (isAtWork === value) return
    isAtWork = value
    onChange()
  }
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      run()
    }, ms)
    waiting.add(timer)
  }
  const sleep = (ms?: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (signal.aborted) resolve()
      else if (ms !== undefined) after(ms, resolve)
    })
  const enqueue = (span: AssetSpan) => {
    queue.unshift(span)
    wake()
  }

  const fillSpan = async (span: AssetSpan): Promise<number> => {
    const { asset } = span
    await store.flush()
    const gaps = await readGaps(db, span)
    const holes = holesOf(span, await readClosed(db, span, 1), gaps)
    const [first] = holes
    const last = holes.at(-1)
    let fetched = 0
    if (first && last) {
      // One question for all holes of a day costs the source less than one for each.
      for await (const page of feed.history(asset, first.from, last.to, signal)) {
        const minutes = page.map((candle) => ({ ...candle, asset, isClosed: true, time: candle.openTime + minuteMs }))
        await store.putPast(minutes)
        onMinutes(asset, minutes)
        fetched += minutes.length
      }
      if (signal.aborted) return fetched
    }
    await store.rollUp(span)
    if (holes.length > 0) await judge(span, holesOf(span, await readClosed(db, span, 1), gaps))
    return fetched
  }

  /** What the source lacks although it has told of later minutes is missing for good, unless that was just now. */
  const judge = async ({ asset }: AssetSpan, holes: { from: number; to: number }[]) => {
    const settled = newest(asset) - settledAfterMs
    const missing = holes
      .map(({ from, to }) => ({ asset, from, to: Math.min(to, settled) }))
      .filter(({ from, to }) => from < to)
    await noteGaps(db, missing, Date.now())
    for (const { from, to } of holes) {
      if (to > settled && from < newest(asset)) {
        after(askAgainMs, () => enqueue({ asset, from: Math.max(from, settled), to }))
      }
    }
  }

  const planDays = async () => {
    const oldest = until - historyDays * dayMs
    const complete = new Map<string, Set<number>>()
    for (const { asset } of feed.instruments) {
      complete.set(asset, new Set(await readClosed(db, { asset, from: oldest, to: until }, 1440)))
    }
    for (let day = openTimeOf(until, 1440); day + dayMs > oldest; day -= dayMs) {
      for (const { asset } of feed.instruments) {
        const span = { asset, from: Math.max(day, oldest), to: Math.min(day + dayMs, until) }
        if (span.from < span.to && !complete.get(asset)?.has(day)) queue.push(span)
      }
    }
  }

  const run = async () => {
    // Whoever has started this goes on first.
    await Bun.sleep(0)
    const startedAt = performance.now()
    let [minutes, failures, hasTold] = [0, 0, false]
    await planDays()
    while (!signal.aborted) {
      const span = queue.shift()
      if (!span) {
        if (!hasTold && minutes > 0) {
          log.info('market history fetched', { minutes, durationMs: Math.round(performance.now() - startedAt) })
        }
        hasTold = true
        setAtWork(late > 0)
        await sleep()
        continue
      }
      setAtWork(true)
      try {
        minutes += await fillSpan(span)
        failures = 0
      } catch (error) {
        if (signal.aborted) break
        log.warn('Market history could not be fetched; it will be tried again', {
          asset: span.asset,
          error: textOf(error),
        })
        queue.push(span)
        await sleep(Math.min(longestPauseMs, 1000 * 2 ** failures++))
      }
    }
  }
  const running = run().catch((error: unknown) => log.error('The market’s history is not filled any more', error))

  return {
    isAtWork: () => isAtWork,
    fill: (hole) => {
      late++
      setAtWork(true)
      after(latenessMs, () => {
        late--
        enqueue(hole)
      })
    },
    close: async () => {
      abort.abort()
      for (const timer of waiting) clearTimeout(timer)
      wake()
      await running
    },
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
