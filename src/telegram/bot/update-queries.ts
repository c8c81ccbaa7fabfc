import { eq, lt, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { telegramUpdates } from '../../db/schema/telegram.ts'
import { causesOf } from '../../db/unwritable.ts'
import { type Notice, noticeStatement } from '../notices/enqueue-notice.ts'

/** Time that ids of updates are stored, ms. Telegram keeps unconfirmed updates for 24 hours. */
const keptMs = 48 * 3_600_000

export async function isProcessed(db: Db, updateId: number): Promise<boolean> {
  return (await db.orm.$count(telegramUpdates, eq(telegramUpdates.updateId, updateId))) > 0
}

/** Records an update. Fails, with all of its batch, if the update has already taken effect: see `isDuplicateError`. */
export function recordUpdate(db: Db, updateId: number, now: number): BatchStatement {
  return db.orm.insert(telegramUpdates).values({ updateId, at: now })
}

export async function trimUpdates(db: Db, now: number): Promise<void> {
  await db.write(() => db.orm.delete(telegramUpdates).where(lt(telegramUpdates.at, now - keptMs)), { lane: 'bulk' })
}

/** Whether an error was caused by `recordUpdate`, because the update was recorded before. */
export function isDuplicateError(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof Error && cause.message.includes('telegram_updates.update_id'))
}

/** Returns a statement that adds a notice, for a batch with statements of other tables. */
export function notify(db: Db, notice: Notice, now: number): BatchStatement {
  const { sql: text, args } = noticeStatement(notice, now)
  const parts = text.split('?').map((part, at) => {
    const value = args[at]
    return value === undefined ? sql.raw(part) : sql`${sql.raw(part)}${value}`
  })
  return db.orm.run(sql.join(parts))
}
