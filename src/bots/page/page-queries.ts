import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botLog } from '../../db/schema/bots.ts'
import type { LogEntry } from '../engine/run-state.ts'
import { quietEntry, readJson } from '../running/runner-queries.ts'

/** Place of an entry in a bot's log; in URLs `1767225600000.2` */
export interface LogPlace {
  time: number
  part: number
}

export interface LoggedEntry extends LogPlace {
  entry: LogEntry
}

/** Returns log entries, newest first. @param led  leaves out decisions without intents and without dropped intents */
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
