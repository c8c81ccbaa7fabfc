import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import type { WatchEvent } from '../../http/watch-stream.ts'
import { paths } from '../../paths.ts'
import { findFreeze } from '../../telegram/limiter/bucket-queries.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { requireBroadcast } from './detail-routes.tsx'
import { type DetailDeps, isUnattended } from './detail-view.ts'

interface Seen {
  row: BroadcastRow
  isUnattended: boolean
  /** ms UTC, as Telegram has said */
  frozenUntil: number | undefined
}

export function progressRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().get(paths.broadcastProgress, deps.guards.admin, async (c) => {
    const row = await requireBroadcast(c, deps)
    const seen = async (row: BroadcastRow): Promise<Seen> => ({
      row,
      isUnattended: await isUnattended(deps, row),
      frozenUntil: await findFreeze(deps.db, deps.now()),
    })
    const look = async () => {
      const now = await findBroadcast(deps.db, row.id)
      return now && seen(now)
    }
    const change = (from: Seen, to: Seen) => {
      if (from.isUnattended !== to.isUnattended) return 'state'
      const changed = changeBetween(from.row, to.row)
      return from.frozenUntil === to.frozenUntil ? changed : (changed ?? 'counters')
    }
    return deps.watching.stream(c, { first: await seen(row), look, changeBetween: change })
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
