import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { AppError } from './errors.ts'

/** Max number of streams per process; if there are more pages, they poll instead. */
const maxStreams = 100
/** Polling interval, ms. The sender may be another process, so no event reports its progress. */
const pollEveryMs = 1000
/** Interval of heartbeats, ms; Bun closes connections that are silent for ten seconds. */
const pingEveryMs = 5000
/**
 * Max duration of a stream, ms. The page then opens a new stream, which checks again that the user is an administrator.
 */
const maxMs = 5 * 60_000

/** Kind of change. `state`: the available actions have changed; `counters`: only numbers have changed. */
export type ProgressEvent = 'state' | 'counters'

interface Watched<Seen> {
  first: Seen
  /** Reads the current state of the watched object; undefined if it no longer exists */
  look(): Promise<Seen | undefined>
  changeBetween(from: Seen, to: Seen): ProgressEvent | undefined
}

export interface ProgressStreams {
  /** Opens a stream for a progress page. @throws AppError if too many streams are open */
  stream<Seen>(c: Context, watched: Watched<Seen>): Response
  /** Ends every stream: closing the port waits for them. */
  close(): void
}

/** Creates streams of server-sent events for progress pages. */
export function createProgressStreams(): ProgressStreams {
  const open = new Set<AbortController>()
  let isClosed = false
  return {
    stream: (c, { first, look, changeBetween }) => {
      if (open.size >= maxStreams) throw new AppError(503, 'Too many open progress streams.')
      return streamSSE(c, async (stream) => {
        const gone = new AbortController()
        open.add(gone)
        stream.onAbort(() => gone.abort())
        try {
          let [seen, pingedAt] = [first, Date.now()]
          const end = pingedAt + maxMs
          await stream.writeSSE({ event: 'hello', data: '' })
          while (!isClosed && !gone.signal.aborted && Date.now() < end) {
            await sleep(pollEveryMs, undefined, { signal: gone.signal }).catch(() => undefined)
            const now = await look()
            if (!now || gone.signal.aborted) return
            const event = changeBetween(seen, now)
            if (!event && Date.now() - pingedAt < pingEveryMs) continue
            pingedAt = Date.now()
            seen = now
            await stream.writeSSE({ event: event ?? 'ping', data: '' })
          }
        } finally {
          open.delete(gone)
        }
      })
    },
    close: () => {
      isClosed = true
      for (const gone of open) gone.abort()
    },
  }
}
