import type { Db } from '../../db/client.ts'

/** What to say to one chat, in the lane of replies: never behind a broadcast */
export interface Notice {
  chatId: number
  /** `sendMessage` unless given */
  method?: string
  /** Parameters of the method without the chat */
  params: Readonly<Record<string, unknown>>
  /** What is told once however often it is said, such as `alert:ID`; answers to people have none */
  reason?: string | undefined
  /** An hour unless given: of no use afterwards, and dropped */
  expiresInMs?: number
}

/** Waiting ones. Strangers make answers: they get half of the room, so that what has a reason is not crowded out. */
const mostWaiting = 10_000

const hour = 3_600_000

/** @returns `known`: that reason was told before; `crowded`: too many are waiting, and it will not be told */
export async function say(db: Db, notice: Notice, now = Date.now()): Promise<{ status: 'said' | 'known' | 'crowded' }> {
  const [inserted, known] = await db.writeRaw([
    noticeStatement(notice, now),
    { sql: 'select 1 from notices where reason = ?', args: [notice.reason ?? null] },
  ])
  if (inserted?.rowsAffected) return { status: 'said' }
  return { status: known?.rows.length ? 'known' : 'crowded' }
}

export interface NoticeStatement {
  sql: string
  args: (string | number | null)[]
}

/** For a batch whose other statements it belongs to. */
export function noticeStatement(notice: Notice, now: number): NoticeStatement {
  const { chatId, method = 'sendMessage', params, reason = null, expiresInMs = hour } = notice
  const room = reason === null ? mostWaiting / 2 : mostWaiting
  return {
    sql: `insert into notices (chat_id, method, payload, reason, created_at, due_at, expires_at)
      select ?, ?, ?, ?, ?, ?, ? where (select count(*) from notices where state = 'pending') < ?
      on conflict (reason) do nothing`,
    args: [chatId, method, JSON.stringify(params), reason, now, now, now + expiresInMs, room],
  }
}
