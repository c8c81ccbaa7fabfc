import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { bots } from '../../db/schema/bots.ts'
import type { BotRow } from '../running/runner-queries.ts'

export interface OwnedBot {
  row: BotRow
  /** Login of the owner; null for public bots */
  owner: string | null
  strategy: string
}

/** Lists all bots, oldest first; only for the operator. @param limit  500 unless given */
export async function listEverybodysBots(db: Db, limit = 500): Promise<OwnedBot[]> {
  return select(db).orderBy(asc(bots.createdAt), asc(bots.id)).limit(limit)
}

export async function findAnybodysBot(db: Db, id: string): Promise<OwnedBot | undefined> {
  const [found] = await select(db).where(eq(bots.id, id)).limit(1)
  return found
}

function select(db: Db) {
  const strategy = sql<string>`(select json_extract(plan, '$.strategy') from bot_revisions
    where bot_id = ${bots.id} and bot_revisions.revision = ${bots.revision})`
  return db.orm
    .select({ row: bots, owner: users.login, strategy })
    .from(bots)
    .leftJoin(users, eq(users.id, bots.userId))
}
