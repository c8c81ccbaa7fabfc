import { setImmediate } from 'node:timers/promises'
import { auditStatement } from '../../auth/audit.ts'
import { isBanned } from '../../auth/user.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'
import { cursorOf, requestOf, type UserLine } from './list-queries.ts'
import { filterParams, type UserList } from './list-query.ts'
import { findLines } from './list-users.ts'

/** Rows read and sent at a time: bounds the memory of an export of any length */
const batchSize = 500

const columns = [
  'id',
  'login',
  'name',
  'locale',
  'role',
  'status',
  'ban_reason',
  'ban_until',
  'telegram_id',
  'telegram_name',
  'created_at',
  'last_seen_at',
]

/** Streams a CSV in the list's order. Writes the audit entry before the first byte. Chunks are made on demand. */
export async function exportUsers(
  { auth: { db, now } }: UserAdminDeps,
  { list, hasMark, ...request }: ActRequest & { list: UserList; hasMark: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const { actor } = request
  const after = Object.fromEntries(filterParams(list))
  await db.writeBatch([auditStatement(db, request, now(), { act: 'users.export', actor, after })])
  const encoder = new TextEncoder()
  let behind = requestOf({ ...list, after: undefined, before: undefined }, batchSize, now())
  return new ReadableStream(
    {
      start: (controller) => {
        controller.enqueue(encoder.encode((hasMark ? byteOrderMark : '') + csvLine(columns)))
      },
      pull: async (controller) => {
        // Let other requests run before each chunk: the local database answers without yielding.
        await setImmediate()
        const users = await findLines(db, behind)
        const last = users.at(-1)
        if (users.length > 0) controller.enqueue(encoder.encode(users.map((user) => lineOf(user, now())).join('')))
        if (users.length < batchSize || !last) return controller.close()
        behind = { ...behind, behind: cursorOf(list.sort, last) }
      },
    },
    { highWaterMark: 1 },
  )
}

function lineOf(user: UserLine, now: number): string {
  const isOut = isBanned(user, now)
  return csvLine([
    user.id,
    user.login,
    user.name,
    user.locale,
    user.role,
    isOut ? 'banned' : 'active',
    isOut ? user.banReason : null,
    isOut ? isoOf(user.banUntil) : null,
    user.telegramId,
    user.telegramName,
    isoOf(user.createdAt),
    isoOf(user.lastSeenAt),
  ])
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
