import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { missedQueries, pageVotes } from '../db/schema/feedback.ts'
import type { Locale } from '../i18n/locales.ts'

/** Max number of pages with votes; beyond it the pages with the oldest last vote are deleted. */
const maxPages = 20_000
/** Max number of queries per language; beyond it the queries asked longest ago are deleted. */
const maxQueries = 1000
const maxListed = 100

export type PageVotes = typeof pageVotes.$inferSelect
export type MissedQuery = typeof missedQueries.$inferSelect

/** Counts a vote. @param now  ms UTC */
export async function countVote(db: Db, path: string, isHelpful: boolean, now: number): Promise<void> {
  const [helpful, unhelpful] = isHelpful ? [1, 0] : [0, 1]
  const set = {
    helpful: sql`${pageVotes.helpful} + ${helpful}`,
    unhelpful: sql`${pageVotes.unhelpful} + ${unhelpful}`,
    lastAt: now,
  }
  await db.writeBatch([
    db.orm
      .insert(pageVotes)
      .values({ path, helpful, unhelpful, lastAt: now })
      .onConflictDoUpdate({ target: pageVotes.path, set }),
    db.orm.run(sql`delete from page_votes where path in
      (select path from page_votes order by last_at desc, path limit -1 offset ${maxPages})`),
  ])
}

/** Counts a query without results. @param now  ms UTC */
export async function countMissed(db: Db, locale: Locale, query: string, now: number): Promise<void> {
  const target = [missedQueries.locale, missedQueries.query]
  await db.writeBatch([
    db.orm
      .insert(missedQueries)
      .values({ locale, query, times: 1, lastAt: now })
      .onConflictDoUpdate({ target, set: { times: sql`${missedQueries.times} + 1`, lastAt: now } }),
    db.orm.run(sql`delete from missed_queries where locale = ${locale} and query in
      (select query from missed_queries where locale = ${locale} order by last_at desc, query limit -1 offset ${maxQueries})`),
  ])
}

/** Lists pages with their votes, those with the most negative votes first. */
export async function listVotes(db: Db): Promise<PageVotes[]> {
  const order = [desc(pageVotes.unhelpful), pageVotes.helpful, pageVotes.path]
  return db.orm
    .select()
    .from(pageVotes)
    .orderBy(...order)
    .limit(maxListed)
}

/** Lists the queries without results, most frequent first. */
export async function listMissed(db: Db, locale: Locale): Promise<MissedQuery[]> {
  return db.orm
    .select()
    .from(missedQueries)
    .where(eq(missedQueries.locale, locale))
    .orderBy(desc(missedQueries.times), desc(missedQueries.lastAt), missedQueries.query)
    .limit(maxListed)
}
