import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import { type Clock, createTimers } from '../clock.ts'
import { FeedError } from '../feed.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeRequests } from './requests.ts'

const usualPauseMs = 60 * 60_000
/** First pause after a failure, ms, doubled with each further failure; also the minimum interval after `doubt` */
const minPauseMs = 60_000
/** Maximum time that startup waits for the first listings response, ms */
const firstAnswerWithinMs = 5000

export interface ListingsSource {
  exchange: Pick<Exchange, 'listings'>
  requests: Pick<ExchangeRequests, 'get'>
  instruments: readonly Instrument[]
}

export interface ListingsWatch {
  /** Requests possibly outdated listings again, at the earliest one minute after the last request. */
  doubt(): void
  stop(): void
}

/** Requests listings at once and then every hour; sooner after a failure or `doubt`. Does not block the caller. */
export function watchListings(
  source: ListingsSource,
  clock: Clock,
  onNews: (news: ListingNews[]) => void,
): ListingsWatch {
  const timers = createTimers<'ask'>(clock)
  const abort = new AbortController()
  let [failures, askedAt, isAsking] = [0, 0, false]
  const askAfter = (ms: number) => timers.start('ask', ms, () => void ask())
  const ask = async () => {
    isAsking = true
    askedAt = clock.now()
    const news = await listingsOf(source, abort.signal)
    isAsking = false
    if (abort.signal.aborted) return
    if (news) onNews(news)
    failures = news ? 0 : failures + 1
    askAfter(news ? usualPauseMs : Math.min(usualPauseMs, minPauseMs * 2 ** (failures - 1)))
  }
  askAfter(0)
  return {
    doubt: () => {
      if (!isAsking) askAfter(Math.max(0, askedAt + minPauseMs - clock.now()))
    },
    stop: () => {
      abort.abort()
      timers.stopAll()
    },
  }
}

/** Requests listings once. Returns undefined if the exchange does not respond in time. */
export async function askListings(source: ListingsSource, clock: Clock) {
  const abort = new AbortController()
  const cancel = clock.after(firstAnswerWithinMs, () => abort.abort())
  try {
    return await listingsOf(source, abort.signal)
  } finally {
    cancel()
  }
}

/** Requests the listings of all assets, one by one if a symbol is unknown. Returns undefined without a response. */
async function listingsOf(source: ListingsSource, signal: AbortSignal) {
  const { exchange, instruments } = source
  const { maxAtOnce } = exchange.listings
  const all: ListingNews[] = []
  const questions: (readonly Instrument[])[] = []
  for (let at = 0; at < instruments.length; at += maxAtOnce) questions.push(instruments.slice(at, at + maxAtOnce))
  for (let asked = questions.shift(); asked; asked = questions.shift()) {
    const news = await infoOf(source, asked, signal)
    if (!news) return undefined
    if (news !== 'unknown') all.push(...withMissing(news, asked))
    else if (asked.length > 1) questions.push(...asked.map((instrument) => [instrument]))
    else all.push(...withMissing([], asked))
  }
  return all
}

/** Adds that the requested instruments without a listing are delisted. */
function withMissing(news: ListingNews[], asked: readonly Instrument[]): ListingNews[] {
  const missing = asked.filter(({ asset }) => !news.some((listing) => listing.asset === asset))
  return [...news, ...missing.map(({ asset }) => ({ asset, status: 'delisted' as const }))]
}

async function infoOf({ exchange, requests }: ListingsSource, asked: readonly Instrument[], signal: AbortSignal) {
  const { path, read } = exchange.listings
  try {
    return await requests.get(path(asked), (body) => read(body, asked), signal)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return error.refusal === 'delisted' ? 'unknown' : undefined
  }
}
