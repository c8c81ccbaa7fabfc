import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { paths } from '../../paths.ts'
import { findFreeze } from '../../telegram/limiter/bucket-queries.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { changeOfBroadcast } from './change-of-broadcast.ts'
import { requireBroadcast } from './detail-routes.tsx'
import { type DetailDeps, isUnattended } from './detail-view.ts'

interface Seen {
  row: BroadcastRow
  isUnattended: boolean
  /** Time until which the bot must wait, ms UTC, as Telegram demanded */
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
      const changed = changeOfBroadcast(from.row, to.row)
      return from.frozenUntil === to.frozenUntil ? changed : (changed ?? 'counters')
    }
    return deps.watching.stream(c, { first: await seen(row), look, changeBetween: change })
  })
}
