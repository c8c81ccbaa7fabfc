import { z } from 'zod'
import type { ListingNews } from '../listing/listing.ts'
import { type Clock, createTimers } from './clock.ts'
import type { ExchangeRequests } from './exchange-requests.ts'
import { FeedError } from './feed.ts'

/** What is asked about at once: some kilobytes for each come back, and each question weighs 20. */
const mostAtOnce = 100
const usualPauseMs = 60 * 60_000
/** After a failure, then ever more; and between two questions that doubts have called for */
const leastPauseMs = 60_000
/** A start waits no longer for the first answer. */
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
    .max(mostAtOnce),
})
type SymbolInfo = z.infer<typeof exchangeInfo>['symbols'][number]

/** https://developers.binance.com/docs/binance-spot-api-docs/filters; a step of 0 means that there is no rule. */
export function readListings(body: unknown): ListingNews[] | undefined {
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

/** Without zeros at its end */
function ruleOf({ filters }: SymbolInfo, type: string, name: string): string | undefined {
  const rule = decimal.safeParse(filters.find(({ filterType }) => filterType === type)?.[name]).data
  if (rule === undefined || Number(rule) === 0) return undefined
  return rule.includes('.') ? rule.replace(/\.?0+$/, '') : rule
}

export interface ListingsWatch {
  /** What was said last may not be so any more: asks as soon as a minute has passed since it was asked. */
  doubt(): void
  stop(): void
}

/** Asks at once and then every hour; after a failure, and when in doubt, sooner. Nobody waits for it. */
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
    askAfter(news ? usualPauseMs : Math.min(usualPauseMs, leastPauseMs * 2 ** (failures - 1)))
  }
  askAfter(0)
  return {
    doubt: () => {
      if (!isAsking) askAfter(Math.max(0, askedAt + leastPauseMs - clock.now()))
    },
    stop: () => {
      abort.abort()
      timers.stopAll()
    },
  }
}

/** Asks once. Undefined when the exchange does not say in time. */
export async function askListings(requests: Pick<ExchangeRequests, 'get'>, assets: readonly string[], clock: Clock) {
  const abort = new AbortController()
  const cancel = clock.after(firstAnswerWithinMs, () => abort.abort())
  try {
    return await listingsOf(requests, assets, abort.signal)
  } finally {
    cancel()
  }
}

/** Undefined when the exchange does not say. One symbol that is gone spoils the answer for all: then each is asked about. */
async function listingsOf(requests: Pick<ExchangeRequests, 'get'>, assets: readonly string[], signal: AbortSignal) {
  const all: ListingNews[] = []
  const questions: string[][] = []
  for (let at = 0; at < assets.length; at += mostAtOnce) questions.push(assets.slice(at, at + mostAtOnce))
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
