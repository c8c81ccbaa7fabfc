import type { Db } from '../../db/client.ts'
import { sliceRows } from './broadcast-work-queries.ts'
import { anyTime } from './claim-queries.ts'

export const rowTasks = ['retry', 'assume', 'resend'] as const
export type RowTask = (typeof rowTasks)[number]

/** From which state to which rows go. */
const moves = {
  retry: { from: 'failed', to: 'pending' },
  resend: { from: 'unknown', to: 'pending' },
  assume: { from: 'unknown', to: 'sent' },
} as const satisfies Record<RowTask, { from: string; to: string }>

/** Behind the last chat */
const end = Number.MAX_SAFE_INTEGER

export interface WaitingRowTask {
  id: string
  task: RowTask
  cursor: number
}

export async function listRowTasks(db: Db): Promise<WaitingRowTask[]> {
  const rows = await db.readAll(
    `select id, task, coalesce(task_cursor, ${-end}) from broadcasts
      where task is not null and task in ('retry', 'assume', 'resend') limit 20`,
  )()
  return rows.flatMap(([id, name, cursor]) => {
    const task = rowTasks.find((known) => known === name)
    return task ? [{ id: String(id), task, cursor: Number(cursor) }] : []
  })
}

/**
 * A slice of what was asked for. Rows that come into the state again behind the cursor are not taken again: who fails
 * once more stays so until somebody asks again.
 */
export async function moveRows(db: Db, { id, task, cursor }: WaitingRowTask, now: number): Promise<void> {
  const { from, to } = moves[task]
  const isFrom = `state in ('failed', 'unknown', 'skipped') and state = '${from}'`
  const isAsked = `id = :id and task = '${task}'`
  const counted = to === 'sent' ? ', sent = sent + changes()' : ''
  const args = { id, cursor }
  await db.writeRaw(
    [
      {
        sql: `update broadcasts set task_cursor = coalesce((select max(chat_id) from (
            select chat_id from deliveries indexed by deliveries_odd where broadcast_id = :id and ${isFrom}
              and chat_id > :cursor order by chat_id limit ${sliceRows})), ${end})
          where ${isAsked} and coalesce(task_cursor, ${-end}) = :cursor`,
        args,
      },
      {
        sql: `update deliveries set state = '${to}', reason = null, error = null, at = :now,
            ${to === 'pending' ? `attempts = 0, due_at = ${anyTime}, ` : ''} holder = null
          from (select chat_id, part from deliveries indexed by deliveries_odd where broadcast_id = :id and ${isFrom}
            and chat_id > :cursor and chat_id <= (select task_cursor from broadcasts where ${isAsked})) as slice
          where deliveries.broadcast_id = :id and deliveries.chat_id = slice.chat_id and deliveries.part = slice.part
            and state = '${from}'`,
        args: { ...args, now },
      },
      {
        sql: `update broadcasts set ${from} = ${from} - changes(), task_done = task_done + changes()${counted}
          where ${isAsked} and changes() > 0`,
        args: { id },
      },
      {
        sql: `update broadcasts set task = null, task_cursor = null where ${isAsked} and task_cursor = ${end}`,
        args: { id },
      },
    ],
    { lane: 'bulk' },
  )
}
