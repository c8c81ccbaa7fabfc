import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botActs, botLog } from '../../db/schema/bots.ts'
import type { LogEntry, PersonalAct } from '../engine/step.ts'
import { readJson } from '../running/runner-queries.ts'

/** Where an entry stands in a bot's log: as `1767225600000.2`, as addresses have it */
export interface LogPlace {
  time: number
  part: number
}

export interface LoggedEntry extends LogPlace {
  entry: LogEntry
}

/** Newest first. @param led  leaves out decisions that wanted nothing and were refused nothing */
export async function listLog(
  db: Db,
  botId: string,
  { limit, before, led }: { limit: number; before?: LogPlace | undefined; led: boolean },
): Promise<LoggedEntry[]> {
  const older = before && sql`(${botLog.time}, ${botLog.part}) < (${before.time}, ${before.part})`
  const leads = led ? sql`${botLog.entry} not like ${quietEntry}` : undefined
  const rows = await db.orm
    .select()
    .from(botLog)
    .where(and(eq(botLog.botId, botId), older, leads))
    .orderBy(desc(botLog.time), desc(botLog.part))
    .limit(limit)
  return rows.map(({ time, part, entry }) => ({ time, part, entry: readJson<LogEntry>(entry) }))
}

/** JSON of a decision that came to nothing */
export const quietEntry = '%"intents":[],"dropped":[]}'

export interface TakenAct {
  id: number
  act: PersonalAct
  /** openTime of the last minute before it */
  after: number
}

/** Those that have taken effect, in that order. */
export async function listTakenActs(db: Db, botId: string): Promise<TakenAct[]> {
  const rows = await db.orm
    .select({ id: botActs.id, act: botActs.act, after: botActs.takenAfter })
    .from(botActs)
    .where(and(eq(botActs.botId, botId), isNotNull(botActs.takenAfter)))
    .orderBy(asc(botActs.id))
  return rows.map(({ id, act, after }) => ({ id, act: readJson<PersonalAct>(act), after: after ?? 0 }))
}
