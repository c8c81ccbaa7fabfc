import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { letterOf } from '../variants/variants.ts'
import { cursorOf, type Recipient, walk } from './recipients-queries.ts'
import type { RecipientState } from './recipients-query.ts'

/** Rows read and sent at a time: what is in memory of a file, however long it is */
const batchSize = 1000

const columns = [
  'chat_id',
  'part',
  'name',
  'locale',
  'state',
  'reason',
  'error',
  'attempts',
  'message_id',
  'changed_at',
  'variant',
]

/** CSV by chat. Parts are made as the reader takes them. */
export function recipientsCsv(db: Db, id: string, state: RecipientState | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: ReturnType<typeof cursorOf>
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns))),
      pull: async (controller) => {
        // The database answers at once: what others ask for has its turn before the next part.
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

function lineOf({
  chatId,
  part,
  name,
  locale,
  state,
  reason,
  error,
  attempts,
  messageId,
  at,
  variant,
}: Recipient): string {
  const changed = new Date(at).toISOString()
  return csvLine([
    chatId,
    part,
    name,
    locale,
    state,
    reason,
    error,
    attempts,
    messageId,
    changed,
    state === 'held' ? '' : letterOf(variant),
  ])
}
