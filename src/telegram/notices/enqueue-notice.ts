import type { Db } from '../../db/client.ts'

/** A message to one chat. It is sent in the reply lane, so it never waits for a broadcast. */
export interface Notice {
  chatId: number
  /** Method of the Bot API, `sendMessage` by default */
  method?: string
  /** Parameters of the method, without the id of the chat */
  params: Readonly<Record<string, unknown>>
  /** Idempotency key, such as `alert:ID`: sent once however often it is enqueued; answers to people have none */
  reason?: string | undefined
  /** Time after which the notice is useless and is dropped, ms; an hour by default */
  expiresInMs?: number
}

/** Max waiting notices. Answers that strangers cause get half of the room, to leave some for notices with a reason. */
const maxWaiting = 10_000

const hour = 3_600_000

/** Adds a notice. @returns `known`: its reason was added before; `crowded`: too many wait, so it will not be sent */
export async function enqueueNotice(
  db: Db,
  notice: Notice,
  now = Date.now(),
): Promise<{ status: 'said' | 'known' | 'crowded' }> {
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

/** Returns a statement that adds a notice, for a batch with related statements. */
export function noticeStatement(notice: Notice, now: number): NoticeStatement {
  const { chatId, method = 'sendMessage', params, reason = null, expiresInMs = hour } = notice
  const room = reason === null ? maxWaiting / 2 : maxWaiting
  return {
    sql: `insert into notices (chat_id, method, payload, reason, created_at, due_at, expires_at)
      select ?, ?, ?, ?, ?, ?, ? where (select count(*) from notices where state = 'pending') < ?
      on conflict (reason) do nothing`,
    args: [chatId, method, JSON.stringify(params), reason, now, now, now + expiresInMs, room],
  }
}
