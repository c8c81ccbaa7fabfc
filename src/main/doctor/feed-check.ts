import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import { type BinanceAddresses, binanceAddresses } from '../../market/feed/binance.ts'
import { readServerTime } from '../../market/feed/binance-messages.ts'
import { systemClock } from '../../market/feed/clock.ts'
import { createFeed } from '../../market/feed/create-feed.ts'
import { createExchangeRequests } from '../../market/feed/exchange-requests.ts'
import { createExchangeTime } from '../../market/feed/exchange-time.ts'
import { FeedError } from '../../market/feed/feed.ts'
import type { ClockReading } from './clock-check.ts'
import { type Line, ok } from './line.ts'

export interface FeedCheck {
  line: Line
  reading?: ClockReading | undefined
}

const patienceMs = 4000

/** Checks the price feed. Undefined in a process without the feed role, and with the demo: nothing can fail there. */
export async function checkFeed(
  { FEED, ROLES }: Pick<Config, 'FEED' | 'ROLES'>,
  addresses = binanceAddresses,
  now: () => number = Date.now,
): Promise<FeedCheck | undefined> {
  if (!ROLES.includes('feed') || FEED === undefined || FEED === 'demo') return undefined
  return FEED === 'binance' ? checkExchange(addresses, now) : { line: [FEED, checkRecording(FEED)] }
}

/** Reads a recording like a start does. */
function checkRecording(feed: string): string {
  try {
    createFeed(feed)
    return ok
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Sends one request, of the smallest request weight. */
async function checkExchange({ rest: baseUrl }: BinanceAddresses, now: () => number): Promise<FeedCheck> {
  const what = `exchange ${new URL(baseUrl).host}`
  const clock = { ...systemClock, now }
  const requests = createExchangeRequests({ baseUrl, clock, time: createExchangeTime(clock), random: Math.random })
  const askedAt = now()
  try {
    const time = await requests.get('/api/v3/time', readServerTime, AbortSignal.timeout(patienceMs))
    if (time === undefined) return { line: [what, silence(requests.blockedUntil() - now())] }
    return { line: [what, ok], reading: { by: 'the exchange', time, roundedMs: 1, askedAt, heardAt: now() } }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return { line: [what, `${error.message}.\n${adviceFor(error)}`] }
  }
}

/** @param blockedMs  remaining time for which the exchange has asked this address to pause */
function silence(blockedMs: number): string {
  if (blockedMs <= 0) return `no answer within ${patienceMs / 1000} s.\n${reachable}`
  const seconds = Math.ceil(blockedMs / 1000)
  return `rate limited: the exchange refuses this address for ${seconds} s more.\nA server waits by itself; see what else sends requests from this address.`
}

const reachable = 'See whether this machine reaches it; a server tries again by itself.'

function adviceFor({ refusal }: FeedError): string {
  return refusal === 'forbidden' ? 'Run the role "feed" where it is served, or set another FEED.' : reachable
}
