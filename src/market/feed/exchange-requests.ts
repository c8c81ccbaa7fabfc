import { minuteMs } from '../timeframe.ts'
import { backoff } from './backoff.ts'
import { type Clock, sleep } from './clock.ts'
import type { ExchangeTime } from './exchange-time.ts'
import { FeedError } from './feed.ts'

/** The exchange allows 6,000 a minute: others may share our address. */
const mostWeight = 5000
const klinesWeight = 2
const mostTries = 6
const answerWithinMs = 10_000
const usualPauseMs = minuteMs
/** A ban lasts up to three days. */
const longestPauseMs = 3 * 1440 * minuteMs

export interface ExchangeRequestsOptions {
  baseUrl: string
  clock: Clock
  time: ExchangeTime
  random: () => number
}

export interface ExchangeRequests {
  /**
   * Undefined when aborted.
   * @throws FeedError when the exchange refuses the request or fails in spite of retries
   */
  get<T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal): Promise<T | undefined>
  blockedUntil(): number
}

/** One request at a time, so that the weight an answer reports holds for the next request. */
export function createExchangeRequests({ baseUrl, clock, time, random }: ExchangeRequestsOptions): ExchangeRequests {
  let blockedUntil = 0
  let last = Promise.resolve<unknown>(undefined)

  const block = (ms: number) => {
    blockedUntil = Math.max(blockedUntil, clock.now() + ms)
  }
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
  return {
    blockedUntil: () => blockedUntil,
    get: (path, read, signal) => {
      const turn = last.then(() => request(path, read, signal))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

function pauseOf(retryAfter: string | null): number {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter)
  return Number.isFinite(seconds) ? Math.min(longestPauseMs, Math.max(1000, seconds * 1000)) : usualPauseMs
}
