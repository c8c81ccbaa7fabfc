import type { Db } from '../db/client.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Feed } from './feed/feed.ts'
import { holesOf } from './holes.ts'
import { type AssetSpan, readClosed, readGaps, recordGaps, type Span } from './queries.ts'
import type { Store } from './store.ts'
import { minuteMs } from './timeframe.ts'

/** A source's history may lag by this, ms: younger minutes are asked for again before they count as missing. */
const settledAfterMs = 5 * minuteMs

export interface FillOptions {
  db: Db
  feed: Pick<Feed, 'history'>
  store: Pick<Store, 'flush' | 'putPast' | 'rollUp'>
  /** Stored minutes of the past, ascending; their longer candles are still to follow. */
  onMinutes(asset: string, minutes: readonly MinuteUpdate[]): void
  /** Minutes were added to the past, and all its candles have followed. */
  onCorrected(span: AssetSpan): void
  /** The source does not have these minutes. */
  onMissing(span: AssetSpan): void
  /** openTime of the newest minute from the source */
  newest(asset: string): number
}

export interface Filled {
  minutes: number
  /** Missing at the source but too young to be given up */
  unsettled: AssetSpan[]
}

/**
 * Fetches what the database lacks of a span and rolls it up. Ends early when aborted.
 * @throws FeedError when the source fails in spite of retries
 */
export async function fillSpan(options: FillOptions, span: AssetSpan, signal: AbortSignal): Promise<Filled> {
  const { db, feed, store, onMinutes } = options
  const { asset } = span
  await store.flush()
  const gaps = await readGaps(db, span)
  const holes = holesOf(span, await readClosed(db, span, 1), gaps)
  const [first] = holes
  const last = holes.at(-1)
  let fetched = 0
  let added: AssetSpan | undefined
  try {
    // One request for all holes of a day costs the source less than one for each.
    const pages = first && last ? feed.history(asset, first.from, last.to, signal) : []
    for await (const page of pages) {
      const minutes = page.map((candle) => ({ ...candle, asset, isClosed: true, time: candle.openTime + minuteMs }))
      await store.putPast(minutes)
      onMinutes(asset, minutes)
      fetched += minutes.length
      added = withMinutes(added, minutes)
    }
  } finally {
    // What came before a failure is there.
    if (!signal.aborted) await store.rollUp(span)
    if (!signal.aborted && added) options.onCorrected(added)
  }
  if (signal.aborted) return { minutes: fetched, unsettled: [] }
  if (holes.length === 0) return { minutes: fetched, unsettled: [] }
  const left = holesOf(span, await readClosed(db, span, 1), gaps)
  return { minutes: fetched, unsettled: await judge(options, asset, left) }
}

function withMinutes(span: AssetSpan | undefined, minutes: readonly MinuteUpdate[]): AssetSpan | undefined {
  const [first, last] = [minutes[0], minutes.at(-1)]
  if (!first || !last) return span
  const from = Math.min(first.openTime, span?.from ?? first.openTime)
  return { asset: first.asset, from, to: Math.max(last.openTime + minuteMs, span?.to ?? 0) }
}

/** Records holes as missing for good once the source has later minutes. @returns those still too young for that */
async function judge(
  { db, newest, onMissing }: FillOptions,
  asset: string,
  holes: readonly Span[],
): Promise<AssetSpan[]> {
  const settled = newest(asset) - settledAfterMs
  const missing = holes
    .map(({ from, to }) => ({ asset, from, to: Math.min(to, settled) }))
    .filter(({ from, to }) => from < to)
  await recordGaps(db, missing, Date.now())
  for (const span of missing) onMissing(span)
  return holes
    .filter(({ from, to }) => to > settled && from < newest(asset))
    .map(({ from, to }) => ({ asset, from: Math.max(from, settled), to }))
}
