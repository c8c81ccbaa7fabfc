import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { letterOf } from '../variants/variants.ts'
import { cursorOf, type Recipient, walk } from './recipients-queries.ts'
import type { RecipientState } from './recipients-query.ts'

/** Rows read and sent at a time: bounds the memory, however long the file is */
const batchSize = 1000

type Cell = string | number | null

const columns: readonly (readonly [name: string, read: (row: Recipient) => Cell])[] = [
  ['chat_id', ({ chatId }) => chatId],
  ['part', ({ part }) => part],
  ['name', ({ name }) => name],
  ['locale', ({ locale }) => locale],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['error', ({ error }) => error],
  ['attempts', ({ attempts }) => attempts],
  ['message_id', ({ messageId }) => messageId],
  ['changed_at', ({ at }) => new Date(at).toISOString()],
  ['variant', ({ state, variant }) => (state === 'held' ? '' : letterOf(variant))],
]

/** Streams CSV, by chat id. Chunks are made as the reader takes them. */
export function recipientsCsv(db: Db, id: string, state: RecipientState | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: ReturnType<typeof cursorOf>
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns.map(([name]) => name)))),
      pull: async (controller) => {
        // The database answers synchronously: let other requests run before the next chunk.
        await setImmediate()
        const rows = await walk(db, id, { state, after }, { most: batchSize })
        if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
        if (rows.length < batchSize) return controller.close()
        after = cursorOf(rows.at(-1))
      },
    },
    { highWaterMark: 1 },
  )
}

function lineOf(row: Recipient): string {
  return csvLine(columns.map(([, read]) => read(row)))
}
