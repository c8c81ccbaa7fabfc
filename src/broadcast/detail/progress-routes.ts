import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AuthEnv } from '../../auth/middleware.ts'
import { AppError } from '../../http/errors.ts'
import { paths } from '../../paths.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { requireBroadcast } from './detail-routes.tsx'
import type { DetailDeps } from './detail-view.ts'

/** Streams of one process; whoever comes later asks from time to time instead. */
export const mostStreams = 100
/** ms between two looks at the row. The sender may be another process, so nobody tells. */
const lookEveryMs = 1000
/** ms; Bun closes connections that are silent for ten seconds. */
const pingEveryMs = 5000
/** ms after which a stream ends: the page opens another, and whoever is no administrator any more gets none. */
const longestMs = 5 * 60_000

/** Server-sent events: `counters` when numbers have changed, `state` when what may be done has. */
export function progressRoutes(deps: DetailDeps) {
  let open = 0
  return new Hono<AuthEnv>().get(paths.broadcastProgress, deps.guards.admin, async (c) => {
    const first = await requireBroadcast(c, deps)
    if (open >= mostStreams) throw new AppError(503, 'Too many watch already.')
    return streamSSE(c, async (stream) => {
      open++
      const gone = new AbortController()
      stream.onAbort(() => gone.abort())
      try {
        let [seen, pingedAt] = [first, Date.now()]
        const end = pingedAt + longestMs
        await stream.writeSSE({ event: 'hello', data: '' })
        while (!gone.signal.aborted && Date.now() < end) {
          await sleep(lookEveryMs, undefined, { signal: gone.signal }).catch(() => undefined)
          const row = await findBroadcast(deps.db, first.id)
          if (!row || gone.signal.aborted) return
          const event = changeBetween(seen, row)
          if (!event && Date.now() - pingedAt < pingEveryMs) continue
          pingedAt = Date.now()
          seen = row
          await stream.writeSSE({ event: event ?? 'ping', data: row.state })
        }
      } finally {
        open--
      }
    })
  })
}

/** Exported for its test. */
export function changeBetween(from: BroadcastRow, to: BroadcastRow): 'state' | 'counters' | undefined {
  if (from.state !== to.state || from.task !== to.task || from.revision !== to.revision) return 'state'
  if (from.winner !== to.winner || from.trialEndsAt !== to.trialEndsAt) return 'state'
  // A first failure makes it possible to try again.
  if (isNone(from.failed, to.failed) || isNone(from.unknown, to.unknown)) return 'state'
  const counters = ['total', 'sent', 'failed', 'unknown', 'skipped', 'dropped', 'clicks', 'taskDone'] as const
  return counters.some((counter) => from[counter] !== to[counter]) ? 'counters' : undefined
}

function isNone(from: number, to: number): boolean {
  return (from === 0) !== (to === 0)
}
