import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import type { WatchEvent } from '../../http/watch-stream.ts'
import { paths } from '../../paths.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { requireBroadcast } from './detail-routes.tsx'
import type { DetailDeps } from './detail-view.ts'

export function progressRoutes({ watching, ...deps }: DetailDeps) {
  return new Hono<AuthEnv>().get(paths.broadcastProgress, deps.guards.admin, async (c) => {
    const first = await requireBroadcast(c, deps)
    return watching.stream(c, { first, look: () => findBroadcast(deps.db, first.id), changeBetween })
  })
}

/** Whether the total is the last word, too: it may be so with no other number changed. */
const counters = [
  'total',
  'isSnapshotWhole',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'dropped',
  'clicks',
  'taskDone',
] as const satisfies readonly (keyof BroadcastRow)[]

/** Exported for its test. */
export function changeBetween(from: BroadcastRow, to: BroadcastRow): WatchEvent | undefined {
  if (from.state !== to.state || from.task !== to.task || from.revision !== to.revision) return 'state'
  if (from.winner !== to.winner || from.trialEndsAt !== to.trialEndsAt) return 'state'
  // A first failure makes it possible to try again.
  if (isNone(from.failed, to.failed) || isNone(from.unknown, to.unknown)) return 'state'
  return counters.some((counter) => from[counter] !== to[counter]) ? 'counters' : undefined
}

function isNone(from: number, to: number): boolean {
  return (from === 0) !== (to === 0)
}
