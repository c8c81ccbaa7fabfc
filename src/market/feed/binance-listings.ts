import { z } from 'zod'
import type { ListingNews } from '../listing/listing.ts'
import { type Clock, createTimers } from './clock.ts'
import type { ExchangeRequests } from './exchange-requests.ts'
import { FeedError } from './feed.ts'

/** Maximum symbols per listings request: each adds some kilobytes to the response, and a request has weight 20. */
const maxAtOnce = 100
const usualPauseMs = 60 * 60_000
/** First pause after a failure, ms, doubled with each further failure; also the minimum interval after `doubt` */
const minPauseMs = 60_000
/** Maximum time that startup waits for the first listings response, ms */
const firstAnswerWithinMs = 5000

const decimal = z.string().regex(/^\d{1,15}(\.\d{1,20})?$/)
const exchangeInfo = z.object({
  symbols: z
    .array(
      z.object({
        symbol: z.string().max(40),
        status: z.string().max(40),
        filters: z.array(z.looseObject({ filterType: z.string() })).max(100),
      }),
    )
    .max(maxAtOnce),
})
type SymbolInfo = z.infer<typeof exchangeInfo>['symbols'][number]

/** https://developers.binance.com/docs/binance-spot-api-docs/filters; a step of 0 means that no rule applies. */
function readListings(body: unknown): ListingNews[] | undefined {
  const info = exchangeInfo.safeParse(body)
  return info.data?.symbols.map((symbol) => {
    const { symbol: asset, status } = symbol
    const rules = {
      priceStep: ruleOf(symbol, 'PRICE_FILTER', 'tickSize'),
      quantityStep: ruleOf(symbol, 'LOT_SIZE', 'stepSize'),
      minNotional: ruleOf(symbol, 'NOTIONAL', 'minNotional') ?? ruleOf(symbol, 'MIN_NOTIONAL', 'minNotional'),
    }
    const known = Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined))
    return { asset, status: status === 'TRADING' ? 'trading' : 'halted', ...known }
  })
}

/** Returns the value of a trading rule without trailing zeros; undefined if the rule is missing or 0. */
function ruleOf({ filters }: SymbolInfo, type: string, name: string): string | undefined {
  const rule = decimal.safeParse(filters.find(({ filterType }) => filterType === type)?.[name]).data
  if (rule === undefined || Number(rule) === 0) return undefined
  return rule.includes('.') ? rule.replace(/\.?0+$/, '') : rule
}

export interface ListingsWatch {
  /** Requests possibly outdated listings again, at the earliest one minute after the last request. */
  doubt(): void
  stop(): void
}

/** Requests listings at once and then every hour; sooner after a failure or `doubt`. Does not block the caller. */
export function watchListings(
  requests: Pick<ExchangeRequests, 'get'>,
  assets: readonly string[],
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
    const news = await listingsOf(requests, assets, abort.signal)
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
export async function askListings(requests: Pick<ExchangeRequests, 'get'>, assets: readonly string[], clock: Clock) {
  const abort = new AbortController()
  const cancel = clock.after(firstAnswerWithinMs, () => abort.abort())
  try {
    return await listingsOf(requests, assets, abort.signal)
  } finally {
    cancel()
  }
}

/** Requests the listings of all assets, one by one if a symbol is unknown. Returns undefined without a response. */
async function listingsOf(requests: Pick<ExchangeRequests, 'get'>, assets: readonly string[], signal: AbortSignal) {
  const all: ListingNews[] = []
  const questions: string[][] = []
  for (let at = 0; at < assets.length; at += maxAtOnce) questions.push(assets.slice(at, at + maxAtOnce))
  for (let asked = questions.shift(); asked; asked = questions.shift()) {
    const news = await infoOf(requests, asked, signal)
    if (!news) return undefined
    if (news !== 'unknown') all.push(...news)
    else if (asked.length > 1) questions.push(...asked.map((asset) => [asset]))
    else all.push(...asked.map((asset) => ({ asset, status: 'delisted' as const })))
  }
  return all
}

async function infoOf({ get }: Pick<ExchangeRequests, 'get'>, assets: readonly string[], signal: AbortSignal) {
  const path = `/api/v3/exchangeInfo?${new URLSearchParams({ symbols: JSON.stringify(assets) })}`
  try {
    return await get(path, readListings, signal)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return error.refusal === 'delisted' ? 'unknown' : undefined
  }
}
