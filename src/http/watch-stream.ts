import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { AppError } from './errors.ts'

/** Streams of one process; whoever comes later asks from time to time instead. */
const mostStreams = 100
/** ms between two looks. The sender may be another process, so nobody tells. */
const lookEveryMs = 1000
/** ms; Bun closes connections that are silent for ten seconds. */
const pingEveryMs = 5000
/** ms after which a stream ends: the page opens another, and whoever is no administrator any more gets none. */
const longestMs = 5 * 60_000

/** What may be done has changed, or only numbers have. */
export type WatchEvent = 'state' | 'counters'

export interface Watched<Seen> {
  first: Seen
  /** Nothing once it is gone */
  look(): Promise<Seen | undefined>
  changeBetween(from: Seen, to: Seen): WatchEvent | undefined
}

export interface Watching {
  /** @throws AppError where too many watch already */
  stream<Seen>(c: Context, watched: Watched<Seen>): Response
  /** Ends every stream: a port that closes waits for them. */
  close(): void
}

/** Server-sent events of whatever somebody looks at. */
export function createWatching(): Watching {
  const open = new Set<AbortController>()
  let isClosed = false
  return {
    stream: (c, { first, look, changeBetween }) => {
      if (open.size >= mostStreams) throw new AppError(503, 'Too many watch already.')
      return streamSSE(c, async (stream) => {
        const gone = new AbortController()
        open.add(gone)
        stream.onAbort(() => gone.abort())
        try {
          let [seen, pingedAt] = [first, Date.now()]
          const end = pingedAt + longestMs
          await stream.writeSSE({ event: 'hello', data: '' })
          while (!isClosed && !gone.signal.aborted && Date.now() < end) {
            await sleep(lookEveryMs, undefined, { signal: gone.signal }).catch(() => undefined)
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
