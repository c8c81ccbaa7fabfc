import { eq, sql } from 'drizzle-orm'
import type { UserRow } from '../../auth/queries.ts'
import { hashToken } from '../../auth/secrets/token.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { subscribers } from '../../db/schema/telegram.ts'

export async function findUserOfChat(db: Db, chatId: number): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .select({ user: users })
    .from(subscribers)
    .innerJoin(users, eq(users.id, subscribers.userId))
    .where(eq(subscribers.chatId, chatId))
    .limit(1)
  return row?.user
}

/** Max proofs of one person that are stored at a time; each is stored for as long as it is valid, five minutes */
const maxProofs = 10

export interface Proof {
  userId: string
  hash: string
  now: number
  expiresAt: number
}

/** Stores a used proof for as long as it is valid. @returns false if it was used before, or too many proofs were */
export async function consumeProof(db: Db, { userId, hash, now, expiresAt }: Proof): Promise<boolean> {
  const key = hashToken(`telegram-data ${hash}`).toString('hex')
  const used = await db.write(() =>
    db.orm.all<{ hash: string }>(sql`
      insert into account_links (hash, kind, user_id, created_at, expires_at, used_at)
      select ${key}, 'telegram-data', ${userId}, ${now}, ${expiresAt}, ${now}
      where (select count(*) from account_links where user_id = ${userId} and kind = 'telegram-data'
        and expires_at > ${now}) < ${maxProofs}
      on conflict (hash) do nothing returning hash`),
  )
  return used.length > 0
}
