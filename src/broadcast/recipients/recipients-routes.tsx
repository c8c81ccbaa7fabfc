import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { auditStatement } from '../../auth/audit.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { originOf } from '../../auth/session/session-request.ts'
import type { Db } from '../../db/client.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { subjectOf } from '../acts/act.ts'
import { requireBroadcast } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { type RecipientState, recipientStates } from '../recipient-states.ts'
import { letterOf } from '../variants.ts'
import { RecipientsPage, RecipientsRegion } from './recipients-page.tsx'
import { cursorOf, listRecipients, type Recipient, walk } from './recipients-queries.ts'
import { readRecipients } from './recipients-query.ts'

/** Number of rows read and sent at a time, which bounds the memory, however long the file is */
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

/** Streams recipients as CSV, by chat id. Chunks are made only when the client reads them. */
function recipientsCsv(db: Db, id: string, state: RecipientState | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: ReturnType<typeof cursorOf>
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns.map(([name]) => name)))),
      pull: async (controller) => {
        // The database answers synchronously, so other requests run before the next chunk.
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

const pageSize = 50
const fileForm = z.object({ state: z.enum(recipientStates).optional() })

export function recipientsRoutes(deps: DetailDeps) {
  const { guards, db, now } = deps
  return new Hono<AuthEnv>()
    .get(paths.broadcastRecipients, guards.admin, async (c) => {
      const { id, name } = await requireBroadcast(c, deps)
      const list = readRecipients(c.req.query())
      const region = { id, list, page: await listRecipients(db, id, list, pageSize) }
      if (wantsPartial(c)) return renderPartial(c, <RecipientsRegion {...region} />)
      const title = translator(c.var.locale)('broadcast.recipientsTitle')
      return showPage(c, deps, <RecipientsPage name={name} {...region} />, { title: `${title} · ${name}` })
    })
    .post(paths.broadcastRecipientsFile, ...stepUpAdminChanges(guards), async (c) => {
      const row = await requireBroadcast(c, deps)
      const { state } = await requireForm(c, fileForm)
      const entry = { act: 'broadcast.export', actor: currentUser(c), subject: subjectOf(row) } as const
      await db.writeBatch([auditStatement(db, originOf(c), now(), entry)])
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', 'attachment; filename="recipients.csv"')
      c.header('cache-control', 'no-store')
      return c.body(recipientsCsv(db, row.id, state))
    })
}
