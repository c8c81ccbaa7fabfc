import type { Db } from '../../db/client.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Feed, Recipe } from '../feed/feed.ts'
import type { Instrument } from '../instrument.ts'
import { retentionMs } from '../minute-window.ts'
import { isComplete, readClosed, readGaps, recordGaps } from '../queries.ts'
import { type AssetSpan, hull, type Span } from '../span.ts'
import type { Store } from '../store.ts'
import { dayMs, minuteMs, openTimeOf } from '../timeframe.ts'
import { holesOf } from './holes.ts'
import { closedMinute, unpackMinutes } from './messages.ts'
import type { WaitingSpan } from './span-queue.ts'

/** Usual lag of a source's history, ms. Younger minutes are requested again before they count as missing. */
const usuallySettledAfterMs = 5 * minuteMs

export interface FillOptions extends FetchOptions {
  db: Db
  store: Pick<Store, 'flush' | 'isBehind' | 'putPast' | 'makePast' | 'rollUp'>
  /** Receives stored minutes of the last day, ascending, not rolled up yet. @returns the changed part of the past */
  onMinutes(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  /** Called after minutes were added to the past and all their longer candles are updated */
  onCorrected(span: AssetSpan): void
  onMissing(span: AssetSpan): void
  /** openTime of the newest minute that the source has sent, ms UTC */
  newest(asset: string): number
}

export type SpanToFill = AssetSpan & Pick<WaitingSpan, 'isAhead'>

/** Missing at the source, but not confirmed yet */
interface UnconfirmedHoles {
  /** Too young to give up */
  young: AssetSpan[]
  /** Holes after which the source has sent nothing: its next minute will show whether these are missing or late. */
  ahead: AssetSpan[]
}

export interface FillResult extends UnconfirmedHoles {
  minutes: number
}

/** Fetches missing minutes of a span and rolls them up; ends when aborted. @throws FeedError as `fetchPast` does */
export async function fillSpan(options: FillOptions, span: SpanToFill, signal: AbortSignal): Promise<FillResult> {
  const { db, store, newest, onMinutes } = options
  const { asset } = span
  if (store.isBehind(asset, span.to)) await store.flush()
  const gaps = await readGaps(db, span)
  const holes = holesOf(span, await readClosed(db, span, 1), gaps)
  const [first] = holes
  const last = holes.at(-1)
  let fetched = 0
  /** Number of fetched minutes whose longer candles are already written */
  let rolledUp = 0
  const isRolledUp = () => rolledUp * minuteMs >= span.to - span.from
  let added: AssetSpan | undefined
  try {
    // One request for all holes of a day costs the source less than one request per hole.
    const since = newest(asset) - retentionMs
    const pages = first && last ? fetchPast(options, { asset, from: first.from, to: last.to }, since, signal) : []
    for await (const page of pages) {
      const past = span.isAhead ? publishEachMinute(options, asset, page.minutes()) : page
      if (!span.isAhead && page.to > newest(asset) - retentionMs) onMinutes(asset, page.minutes())
      fetched += page.count
      if (page.isRolledUp) rolledUp += page.count
      if (past) added = { asset, ...hull(past, added ?? past) }
    }
  } finally {
    // Minutes fetched before a failure are stored, so their longer candles are updated even then.
    if (!signal.aborted && !isRolledUp()) await store.rollUp(span)
    if (!signal.aborted && added) options.onCorrected(added)
  }
  if (signal.aborted) return { minutes: fetched, young: [], ahead: [] }
  const isWhole = isRolledUp() || (await isComplete(db, span))
  const left = isWhole ? [] : holesOf(span, await readClosed(db, span, 1), gaps)
  return { minutes: fetched, ...(await recordMissing(options, asset, left)) }
}

/**
 * Applies minutes one by one: if several were applied at once, ticks would only show the last.
 * @returns the part of the past that no tick shows, because the feed has sent later minutes meanwhile
 */
function publishEachMinute(
  { onMinutes }: FillOptions,
  asset: string,
  minutes: readonly MinuteUpdate[],
): Span | undefined {
  let past: Span | undefined
  for (const minute of minutes) {
    const changed = onMinutes(asset, [minute])
    if (changed) past = hull(changed, past ?? changed)
  }
  return past
}

/** Records holes as gaps once the source has later minutes; returns those not confirmed yet. */
async function recordMissing(
  { db, feed, newest, onMissing }: FillOptions,
  asset: string,
  holes: readonly Span[],
): Promise<UnconfirmedHoles> {
  const last = newest(asset)
  const settled = last - (feed.settledAfterMs ?? usuallySettledAfterMs)
  const missing = holes
    .map(({ from, to }) => ({ asset, from, to: Math.min(to, settled) }))
    .filter(({ from, to }) => from < to)
  await recordGaps(db, missing, Date.now())
  for (const span of missing) onMissing(span)
  const left = holes
    .filter(({ to }) => to > settled)
    .map(({ from, to }) => ({ asset, from: Math.max(from, settled), to }))
  return { young: left.filter(({ from }) => from < last), ahead: left.filter(({ from }) => from >= last) }
}

interface FetchOptions {
  feed: Pick<Feed, 'history' | 'recipe' | 'instruments' | 'now' | 'settledAfterMs'>
  store: Pick<Store, 'putPast' | 'makePast'>
}

/** Closed minutes that were written, from the first of them to the end of the last */
interface FetchedPage extends Span {
  count: number
  /** Whether all longer candles that contain these minutes were also written */
  isRolledUp: boolean
  /** Written minutes from `since` on, and possibly earlier ones */
  minutes(): readonly MinuteUpdate[]
}

/**
 * Fetches a span and writes it page by page; ends early when aborted.
 * @param since  ms UTC: pages return the minutes written from then on
 * @throws FeedError if the source refuses or does not respond
 */
async function* fetchPast(
  { feed, store }: FetchOptions,
  span: AssetSpan,
  since: number,
  signal: AbortSignal,
): AsyncIterable<FetchedPage> {
  const { asset, to } = span
  const { recipe } = feed
  const instrument = feed.instruments.find((each) => each.asset === asset)
  let { from } = span
  if (recipe && instrument) {
    const known = Math.min(to, openTimeOf(feed.now(), 1))
    while (from < known && !signal.aborted) {
      const end = Math.min(known, openTimeOf(from, 1440) + dayMs)
      const page = await makePage(store, recipe, instrument, { asset, from, to: end }, since)
      if (page === 'unable') break
      from = end
      if (page) yield page
    }
  }
  if (from >= to || signal.aborted) return
  for await (const page of feed.history(asset, from, to, signal)) {
    const minutes = page.map((candle) => closedMinute(asset, candle))
    const [first, last] = [minutes[0], minutes.at(-1)]
    await store.putPast(asset, minutes)
    if (first && last) {
      const made = { from: first.openTime, to: last.openTime + minuteMs }
      yield { ...made, count: minutes.length, isRolledUp: false, minutes: () => minutes }
    }
  }
}

async function makePage(
  store: FetchOptions['store'],
  recipe: Recipe,
  instrument: Instrument,
  span: AssetSpan,
  since: number,
): Promise<FetchedPage | 'unable' | undefined> {
  const made = await store.makePast(recipe, instrument, span, since)
  if (!made) return 'unable'
  const { count, written, isRolledUp, packed } = made
  return written && { ...written, count, isRolledUp, minutes: () => unpackMinutes(span.asset, packed) }
}
