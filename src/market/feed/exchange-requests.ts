import { z } from 'zod'
import { minuteMs } from '../timeframe.ts'
import { type Clock, sleep } from './clock.ts'
import { FeedError, type Refusal } from './feed.ts'

/** Estimates the exchange's time. Our clock, which may be wrong, only measures the time since the last timestamp. */
export interface ExchangeTime {
  heard(time: number): void
  /** Estimated time, ms UTC, never ahead of the exchange; before the first timestamp, our own time */
  now(): number
  /** Latest timestamp received from the exchange, if any: a lower bound of its time */
  latest(): number | undefined
}

export function createExchangeTime(clock: Clock): ExchangeTime {
  let latest: number | undefined
  let offset = 0
  return {
    heard: (time) => {
      latest = Math.max(latest ?? 0, time)
      offset = time - clock.now()
    },
    now: () => clock.now() + offset,
    latest: () => latest,
  }
}

/** Maximum request weight we use per minute. The exchange allows 6,000, but other clients may share our IP address. */
const maxWeight = 5000
const klinesWeight = 2
/** Maximum size of a response, bytes; a page of candles has about 200 KB. */
const maxAnswer = 4 * 1024 * 1024
const answerWithinMs = 10_000
const usualPauseMs = minuteMs
/** Maximum pause after a rate limit, ms: the exchange bans an address for three days at most. */
const maxPauseMs = 3 * 1440 * minuteMs
/** Maximum characters of a response quoted in an error message */
const maxReason = 300

/** Error code of an unknown symbol: https://developers.binance.com/docs/binance-spot-api-docs/errors */
const invalidSymbol = -1121
const errorBody = z.object({ code: z.number() })

export interface ExchangeRequestsOptions {
  baseUrl: string
  clock: Clock
  time: ExchangeTime
  random: () => number
}

export interface ExchangeRequests {
  /**
   * Sends one request, queued behind the others, and waits out rate limits. Does not retry after an error: the caller
   * decides when, so a failing request blocks no other. Returns undefined if aborted.
   * @throws FeedError if the exchange refuses, fails, or sends an unreadable response
   */
  get<T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal): Promise<T | undefined>
  blockedUntil(): number
}

/** Sends one request at a time, so that the used weight reported by a response is valid for the next request. */
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
      if (used + klinesWeight > maxWeight) block(minuteMs - (time.now() % minuteMs))
      const { status } = response
      if (status === 429 || status === 418) block(pauseOf(response.headers.get('retry-after')) + random() * 1000)
      return { status, body: await readJson(response) }
    } catch (error) {
      return { status: 0, body: undefined, cause: error instanceof Error ? error.message : String(error) }
    } finally {
      cancel()
    }
  }
  const request = async <T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal) => {
    while (!signal?.aborted) {
      if (blockedUntil > clock.now()) {
        await sleep(clock, blockedUntil - clock.now(), signal)
        continue
      }
      const { status, body, cause } = await ask(path, signal)
      if (status === 429 || status === 418) continue
      const answer = status === 200 ? read(body) : undefined
      if (answer !== undefined || signal?.aborted) return answer
      throw new FeedError(`${baseUrl}${path}: ${cause ?? reasonOf(status, body)}`, refusalOf(status, body))
    }
    return undefined
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

/** Parses a response. Undefined if it is not JSON or too long: an unexpectedly large one must not exhaust memory. */
async function readJson(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.length
    if (length > maxAnswer) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

/** Classifies refusals that a retry would not change (not 408, 409). A firewall sends 403, a blocked country 451. */
function refusalOf(status: number, body: unknown): Refusal | undefined {
  if (status === 403 || status === 451) return 'forbidden'
  if (status < 400 || status >= 500 || status === 408 || status === 409) return undefined
  return errorBody.safeParse(body).data?.code === invalidSymbol ? 'delisted' : 'refused'
}

function reasonOf(status: number, body: unknown): string {
  if (status === 200) return 'the answer cannot be read'
  const said = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, maxReason)}`
  if (status === 403) return `the exchange refuses this network (status 403, by its web firewall)${said}`
  if (status === 451) return `the exchange does not serve the country that this server is in (status 451)${said}`
  return `status ${status}${said}`
}

function pauseOf(retryAfter: string | null): number {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter)
  return Number.isFinite(seconds) ? Math.min(maxPauseMs, Math.max(1000, seconds * 1000)) : usualPauseMs
}
