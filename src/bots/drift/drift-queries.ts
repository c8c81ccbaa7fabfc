import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botDrifts } from '../../db/schema/bots.ts'
import { readJson } from '../running/runner-queries.ts'
import type { Difference } from './compare-trades.ts'

/** Why a life cannot be run again */
export type DriftFailure = 'candles-gone' | 'trades-gone' | 'acts-gone' | 'too-long' | 'failed'

export interface DriftReport {
  /** The first of them; `differing` counts all */
  differences: Difference[]
  failure?: DriftFailure | undefined
}

export interface Drift {
  /** ms UTC */
  checkedAt: number
  /** openTime of the last minute that was compared */
  until: number
  trades: number
  differing: number
  report: DriftReport
}

export async function findDrift(db: Db, botId: string): Promise<Drift | undefined> {
  const [row] = await db.orm.select().from(botDrifts).where(eq(botDrifts.botId, botId)).limit(1)
  return row && { ...row, report: readJson<DriftReport>(row.report) }
}

/** Unless the bot has been removed meanwhile. */
export async function saveDrift(db: Db, botId: string, drift: Drift): Promise<void> {
  const { checkedAt, until, trades, differing, report } = drift
  await db.write(() =>
    db.orm.run(sql`
      insert or replace into bot_drifts (bot_id, checked_at, until, trades, differing, report)
      select id, ${checkedAt}, ${until}, ${trades}, ${differing}, ${JSON.stringify(report)} from bots where id = ${botId}`),
  )
}
