import type { Db } from '../db/client.ts'
import type { Logger } from '../log/logger.ts'
import type { Feed } from './feed/feed.ts'
import { type FillOptions, fillSpan } from './fill-span.ts'
import { type AssetSpan, readClosed } from './queries.ts'
import { createSpanQueue } from './span-queue.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

const dayMs = 1440 * minuteMs
const askAgainMs = 30_000
const maxPauseMs = 5 * minuteMs

export interface BackfillOptions extends FillOptions {
  feed: Feed
  historyDays: number
  /** How late minutes may come, ms, before they are fetched from the history. */
  latenessMs: number
  /** Where live prices begin, ms UTC */
  until: number
  onChange(): void
  log: Logger
}

export interface Backfill {
  isAtWork(): boolean
  /** Fetches a gap from the history, once its minutes have had the time to come late. */
  fill(hole: AssetSpan): void
  close(): Promise<void>
}

/**
 * Fetches what the database lacks: first what happened since the last start, then day by day into the past. Nothing
 * stored is fetched again, so it may be interrupted at any time.
 */
export function startBackfill(options: BackfillOptions): Backfill {
  const { db, feed, historyDays, latenessMs, until, onChange, log } = options
  const abort = new AbortController()
  const { signal } = abort
  /** Gaps first, then days, newest first */
  const queue = createSpanQueue()
  /** Gaps that may yet fill by themselves */
  let late = 0
  let isAtWork = true

  const setAtWork = (value: boolean) => {
    if (isAtWork === value) return
    isAtWork = value
    onChange()
  }
  const run = async () => {
    // Let the caller finish starting up.
    await Bun.sleep(0)
    const progress = createProgress(log)
    let failures = 0
    queue.push(...(await daysToFill(db, feed, { from: until - historyDays * dayMs, to: until })))
    while (!signal.aborted) {
      const span = queue.shift()
      if (!span) {
        progress.end()
        setAtWork(late > 0)
        await queue.wait()
        continue
      }
      setAtWork(true)
      try {
        const filled = await fillSpan(options, span, signal)
        progress.add(filled.minutes)
        for (const hole of filled.unsettled) queue.after(askAgainMs, () => queue.unshift(hole))
        failures = 0
      } catch (error) {
        if (signal.aborted) break
        const fields = { asset: span.asset, error: textOf(error) }
        log.warn('Market history could not be fetched; it will be tried again', fields)
        queue.push(span)
        await queue.wait(Math.min(maxPauseMs, 1000 * 2 ** failures++))
      }
    }
  }
  const running = run().catch((error: unknown) => log.error('The market’s history is not filled any more', error))

  return {
    isAtWork: () => isAtWork,
    fill: (hole) => {
      late++
      setAtWork(true)
      queue.after(latenessMs, () => {
        late--
        queue.unshift(hole)
      })
    },
    close: async () => {
      abort.abort()
      queue.close()
      await running
    },
  }
}

/** Logs once, when the queue first runs empty, how much was fetched. */
function createProgress(log: Logger) {
  const startedAt = performance.now()
  let [minutes, hasEnded] = [0, false]
  return {
    add: (fetched: number) => {
      minutes += fetched
    },
    end: () => {
      const durationMs = Math.round(performance.now() - startedAt)
      if (!hasEnded && minutes > 0) log.info('market history fetched', { minutes, durationMs })
      hasEnded = true
    },
  }
}

/** Incomplete days of a span, newest first. */
async function daysToFill(
  db: Db,
  { instruments }: Pick<Feed, 'instruments'>,
  { from, to }: { from: number; to: number },
): Promise<AssetSpan[]> {
  const complete = new Map<string, Set<number>>()
  for (const { asset } of instruments) {
    complete.set(asset, new Set(await readClosed(db, { asset, from, to }, 1440)))
  }
  const days: AssetSpan[] = []
  for (let day = openTimeOf(to, 1440); day + dayMs > from; day -= dayMs) {
    for (const { asset } of instruments) {
      const span = { asset, from: Math.max(day, from), to: Math.min(day + dayMs, to) }
      if (span.from < span.to && !complete.get(asset)?.has(day)) days.push(span)
    }
  }
  return days
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
