import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { StoredPlan } from '../plan.ts'
import type { BotRow } from '../running/runner-queries.ts'

/** Max revisions of a bot. All of them are stored: drift checks replay a life with every revision that took effect. */
export const maxRevisions = 200

export interface NewRevision {
  id: string
  plan: StoredPlan
  name: string
  /** Settings that only a draft can still change; other bots keep theirs */
  draftSettings?: Pick<BotRow, 'asset' | 'tf' | 'capital'> | undefined
  /** Newest revision when the form was read, and whether the bot was a draft at that time */
  seen: number
  isDraft: boolean
  now: number
}

/** Inserts a revision. @returns false if a newer one exists, the bot has started or ended, or it has `maxRevisions` */
export async function insertRevision(
  db: Db,
  { id, plan, name, draftSettings, seen, isDraft, now }: NewRevision,
): Promise<boolean> {
  const { asset = null, tf = null, capital = null } = draftSettings ?? {}
  const [made] = await db.writeBatch([
    db.orm.all<{ revision: number }>(sql`
      insert into bot_revisions (bot_id, revision, plan, created_at)
      select id, revision + 1, ${JSON.stringify(plan)}, ${now} from bots where id = ${id} and revision = ${seen}
        and state in ('draft', 'running', 'paused') and (state = 'draft') = ${isDraft} and revision < ${maxRevisions}
      returning revision`),
    // A draft uses the new revision at once, a running bot once it holds nothing.
    db.orm.run(sql`
      update bots set revision = ${seen + 1}, name = ${name}, updated_at = ${now},
        played_revision = case when state = 'draft' then ${seen + 1} else played_revision end,
        asset = case when state = 'draft' then coalesce(${asset}, asset) else asset end,
        tf = case when state = 'draft' then coalesce(${tf}, tf) else tf end,
        capital = case when state = 'draft' then coalesce(${capital}, capital) else capital end,
        equity = case when state = 'draft' then coalesce(${capital}, equity) else equity end
      where id = ${id} and revision = ${seen}
        and exists (select 1 from bot_revisions where bot_id = ${id} and revision = ${seen + 1})`),
  ])
  return made.length > 0
}
