import type { MinuteUpdate } from '../candle.ts'
import type { Feed, Recipe } from '../feed/feed.ts'
import type { Instrument } from '../instrument.ts'
import type { AssetSpan, Span } from '../span.ts'
import type { Store } from '../store.ts'
import { dayMs, minuteMs, openTimeOf } from '../timeframe.ts'
import { closedMinute, unpackMinutes } from './messages.ts'

export interface FetchOptions {
  feed: Pick<Feed, 'history' | 'recipe' | 'instruments' | 'now'>
  store: Pick<Store, 'putPast' | 'makePast'>
}

/** Closed minutes that were written, from the first of them to the end of the last */
export interface FetchedPage extends Span {
  count: number
  /** Whether all longer candles that they touch were also written */
  isRolledUp: boolean
  /** The minutes from `since` on, and possibly earlier ones */
  minutes(): readonly MinuteUpdate[]
}

/**
 * Writes a span page by page; ends early when aborted.
 * @param since  ms UTC: written minutes from then on are returned
 * @throws FeedError if the source refuses or does not respond
 */
export async function* fetchPast(
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
