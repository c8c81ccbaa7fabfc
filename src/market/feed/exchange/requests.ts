import { type Clock, sleep } from '../clock.ts'
import { FeedError } from '../feed.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeTime } from './exchange-time.ts'

/** Maximum size of a response, bytes; a page of candles has about 200 KB. */
const maxAnswer = 4 * 1024 * 1024
const answerWithinMs = 10_000

export interface ExchangeRequestsOptions {
  exchange: Pick<Exchange, 'requests'>
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

/** Sends one request at a time, so that the limits reported by a response are valid for the next request. */
export function createExchangeRequests(options: ExchangeRequestsOptions): ExchangeRequests {
  const { exchange, baseUrl, clock, time, random } = options
  const { intervalMs, judge, pauseAfter } = exchange.requests
  let [blockedUntil, nextAt] = [0, 0]
  let last = Promise.resolve<unknown>(undefined)

  const block = (ms: number) => {
    blockedUntil = Math.max(blockedUntil, clock.now() + ms)
  }
  const ask = async (path: string, signal?: AbortSignal) => {
    const timeout = new AbortController()
    const cancel = clock.after(answerWithinMs, () => timeout.abort())
    nextAt = clock.now() + intervalMs
    try {
      const signals = signal ? [signal, timeout.signal] : [timeout.signal]
      const response = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.any(signals) })
      const { status, headers } = response
      const judged = judge({ status, headers, body: await readJson(response) })
      const pauseMs = pauseAfter?.(headers, time.now()) ?? 0
      if (pauseMs > 0) block(pauseMs)
      if (judged.kind === 'limited') block(judged.pauseMs + random() * 1000)
      return judged
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', reason, refusal: undefined } as const
    } finally {
      cancel()
    }
  }
  const request = async <T>(path: string, read: (body: unknown) => T | undefined, signal?: AbortSignal) => {
    while (!signal?.aborted) {
      // After the clock was set back, the interval counts from the new time.
      const wait = Math.max(blockedUntil - clock.now(), Math.min(intervalMs, nextAt - clock.now()))
      if (wait > 0) {
        await sleep(clock, wait, signal)
        continue
      }
      const judged = await ask(path, signal)
      if (judged.kind === 'limited') continue
      const answer = judged.kind === 'answer' ? read(judged.body) : undefined
      if (answer !== undefined || signal?.aborted) return answer
      const { reason, refusal } = judged.kind === 'failed' ? judged : { reason: unreadable, refusal: undefined }
      throw new FeedError(`${baseUrl}${path}: ${reason}`, refusal)
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

const unreadable = 'the answer cannot be read'

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
