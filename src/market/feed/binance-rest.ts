import type { Candle } from '../candle.ts'
import { minuteMs } from '../timeframe.ts'
import { backoff } from './backoff.ts'
import { readKlines, readServerTime } from './binance-messages.ts'
import { type Clock, sleep } from './clock.ts'
import type { ExchangeTime } from './exchange-time.ts'
import { FeedError } from './feed.ts'

/** What the exchange allows within a minute is 6,000: others may share our address. */
const mostWeight = 5000
const klinesWeight = 2
const pageLength = 1000
const mostTries = 6
const answerWithinMs = 10_000
/** The exchange may still be putting a candle in order right after its minute. */
const settledAfterMs = 1000
const usualPauseMs = minuteMs
/** A ban lasts up to three days. */
const longestPauseMs = 3 * 1440 * minuteMs

export interface BinanceRestOptions {
  baseUrl: string
  clock: Clock
  time: ExchangeTime
  random: () => number
}

export interface BinanceRest {
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
  /** Until when the exchange wants to hear nothing, ms UTC of our clock */
  blockedUntil(): number
}

/** The exchange's history: one request at a time, within its limits. */
export function createBinanceRest({ baseUrl, clock, time, random }: BinanceRestOptions): BinanceRest {
  let blockedUntil = 0
  let last = Promise.resolve<unknown>(undefined)

  /** Asks once; what to do about the answer is told by what comes back. */
  const ask = async (path: string, signal?: AbortSignal) => {
    const timeout = new AbortController()
    const cancel = clock.after(answerWithinMs, () => timeout.abort())
    try {
      const signals = signal ? [signal, timeout.signal] : [timeout.signal]
      const response = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.any(signals) })
      const used = Number(response.headers.get('x-mbx-used-weight-1m') ?? 0)
      if (used + klinesWeight > mostWeight) block(minuteMs - (time.now() % minuteMs))
      const { status } = response
      if (status === 429 || status === 418) block(pauseOf(response.headers.get('retry-after')) + random() * 1000)
      return { status, body: await response.json().catch(() => undefined) }
    } catch (error) {
      return { status: 0, body: undefined, cause: error instanceof Error ? error.message : String(error) }
    } finally {
      cancel()
    }
  }
  const block = (ms: number) => {
    blockedUntil = Math.max(blockedUntil, clock.now() + ms)
  }

  /**
   * Asks until there is an answer that can be read; nothing when it is aborted.
   * @throws FeedError when the exchange refuses the question or fails in spite of retries
   */
  const request = async <T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal) => {
    let reason = ''
    for (let tries = 0; tries < mostTries && !signal?.aborted; ) {
      while (blockedUntil > clock.now() && !signal?.aborted) await sleep(clock, blockedUntil - clock.now(), signal)
      if (signal?.aborted) return undefined
      const { status, body, cause } = await ask(path, signal)
      const answer = status === 200 ? read(body) : undefined
      if (answer !== undefined) return answer
      if (status === 429 || status === 418) continue
      reason =
        cause ?? (status === 200 ? 'the answer cannot be read' : `status ${status} ${JSON.stringify(body ?? '')}`)
      if (status >= 400 && status < 500) break
      tries++
      if (tries < mostTries) await sleep(clock, backoff(tries, random), signal)
    }
    if (signal?.aborted) return undefined
    throw new FeedError(`${baseUrl}${path}: ${reason}. It will be asked again later.`)
  }
  /** One after the other: so the weight that an answer tells holds for the next question. */
  const inTurn = <T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal) => {
    const turn = last.then(() => request(path, read, signal))
    last = turn.catch(() => undefined)
    return turn
  }

  /** The end of what is surely over by the exchange's own time; it is waited for when it is just being put in order. */
  const closedBefore = async (to: number, signal?: AbortSignal) => {
    if ((time.latest() ?? 0) < to + settledAfterMs) {
      const now = await inTurn('/api/v3/time', readServerTime, signal)
      if (now !== undefined) time.heard(now)
    }
    const now = time.latest() ?? 0
    const over = Math.min(to, now - (now % minuteMs))
    if (over > now - settledAfterMs) await sleep(clock, over + settledAfterMs - now, signal)
    return over
  }

  return {
    blockedUntil: () => blockedUntil,
    async *history(asset, from, to, signal) {
      const end = await closedBefore(to, signal)
      for (let next = from; next < end && !signal?.aborted; ) {
        const query = new URLSearchParams({
          symbol: asset,
          interval: '1m',
          startTime: String(next),
          endTime: String(end - 1),
          limit: String(pageLength),
        })
        const rows = (await inTurn(`/api/v3/klines?${query}`, readKlines, signal)) ?? []
        const page = rows.filter(({ openTime }) => openTime >= next && openTime < end)
        if (page.length > 0 && !signal?.aborted) yield page
        const newest = page.at(-1)
        if (!newest || rows.length < pageLength) return
        next = newest.openTime + minuteMs
      }
    },
  }
}

/** `Retry-After` in ms; a minute where it cannot be read. */
function pauseOf(retryAfter: string | null): number {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter)
  return Number.isFinite(seconds) ? Math.min(longestPauseMs, Math.max(1000, seconds * 1000)) : usualPauseMs
}
