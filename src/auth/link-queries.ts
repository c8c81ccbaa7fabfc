import { eq } from 'drizzle-orm'
import type { BatchStatement, Db } from '../db/client.ts'
import { accountLinks, users } from '../db/schema/accounts.ts'

export function releaseLink(db: Db, hash: string): BatchStatement {
  return db.orm.update(accountLinks).set({ usedAt: null }).where(eq(accountLinks.hash, hash))
}

export async function hasAdministrators(db: Db): Promise<boolean> {
  const rows = await db.orm.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return rows.length > 0
}
