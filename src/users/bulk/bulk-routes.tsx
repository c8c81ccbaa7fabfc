import { Hono } from 'hono'
import { z } from 'zod'
import { cutText } from '../../auth/audit-text.ts'
import type { AuthEnv } from '../../auth/middleware.ts'
import { translator } from '../../i18n/translate.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { showPage } from '../../pages/show-page.ts'
import { undoForm } from '../../pages/undo-token.ts'
import { paths } from '../../paths.ts'
import { statusStatements } from '../account-status.ts'
import { type ActRequest, actRequest, type UserAdminDeps, type UsersDeps } from '../act.ts'
import { listBulkChanges } from '../audit/audit-queries.ts'
import type { AccountStatus } from '../queries.ts'
import { actOnIds, actOnMany, type BulkReport, emptyReport, maxAtOnce, readBulkUndo } from './bulk.ts'
import { type BulkFields, bulkActOf, bulkSchema, cursorIn, readBulkFields, scopeOf } from './bulk-form.ts'
import { BulkPage, BulkUndonePage } from './bulk-pages.tsx'

const changed = z
  .object({
    role: z.enum(['user', 'admin']),
    status: z.enum(['active', 'banned']),
    banReason: z.string().nullable(),
    banUntil: z.number().nullable(),
  })
  .partial()
const stored = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(changed)

type Change = Record<'before' | 'after', z.infer<typeof changed>>

export type BulkUndoOutcome = { status: 'undone'; report: BulkReport } | { status: 'late' }

/** Restores the former status of every user whom a bulk act changed and nobody has changed since. */
async function undoBulk(deps: UserAdminDeps, request: ActRequest & { token: string }): Promise<BulkUndoOutcome> {
  const { db, now } = deps.auth
  const { actor } = request
  const undo = readBulkUndo(deps.auth, actor.id, request.token)
  if (!undo) return { status: 'late' }
  const changes = new Map<string, Change>()
  for (const { subjectId, before, after } of await listBulkChanges(db, { actorId: actor.id, ...undo }, maxAtOnce)) {
    if (subjectId) changes.set(subjectId, { before: stored.parse(before), after: stored.parse(after) })
  }
  const report = emptyReport()
  const note = { isUndo: true, isBulk: true }
  await actOnIds(
    deps,
    {
      actor,
      statementsFor: (user, end) => {
        const to = formerStatus(user, changes.get(user.id))
        return to && statusStatements(db, request, user, to, now(), end, note)
      },
      isIdleAlike: false,
    },
    [...changes.keys()],
    report,
  )
  deps.counter.forget()
  return { status: 'undone', report }
}

/**
 * Returns the former status; undefined if the user was changed since. A ban reason is restored only as far as the audit
 * log stores it.
 */
function formerStatus(now: AccountStatus, change: Change | undefined): AccountStatus | undefined {
  if (!change) return undefined
  const { role, status, banReason, banUntil } = now
  const current = { role, status, banReason, banUntil }
  const asLogged = { ...current, banReason: banReason && cutText(banReason) }
  const isAsLeft = Object.entries(change.after).every(([field, value]) => Reflect.get(asLogged, field) === value)
  return isAsLeft ? { ...current, ...change.before } : undefined
}

export function bulkRoutes(deps: UsersDeps) {
  const { guards, counter, now } = deps
  const countIn = async (fields: BulkFields) => {
    const scope = scopeOf(fields)
    return 'ids' in scope ? scope.ids.length : (await counter.count(scope.filter, now())).total
  }
  return new Hono<AuthEnv>()
    .get(paths.adminUsersBulk, guards.admin, guards.stepUp, async (c) => {
      const fields = readBulkFields({ ...c.req.query(), id: c.req.queries('id') })
      const title = translator(c.var.locale)('users.bulk.title')
      return showPage(c, deps, <BulkPage fields={fields} count={await countIn(fields)} />, { title })
    })
    .post(paths.adminUsersBulk, ...stepUpAdminChanges(guards), async (c) => {
      const fields = await requireForm(c, bulkSchema)
      const title = translator(c.var.locale)('users.bulk.title')
      const bulk = bulkActOf(fields, now())
      const count = await countIn(fields)
      if (typeof bulk === 'string') {
        return showPage(c, deps, <BulkPage fields={fields} count={count} problem={bulk} />, { title, status: 422 })
      }
      const request = { ...actRequest(c), scope: scopeOf(fields), bulk, from: cursorIn(fields) }
      const done = await actOnMany(deps, request)
      const report = {
        ...done,
        changed: done.changed + fields.changed,
        unchanged: done.unchanged + fields.unchanged,
        skipped: done.skipped + fields.skipped,
      }
      // Answers the POST with the report itself, because no URL could show the report again.
      return showPage(c, deps, <BulkPage fields={fields} count={count} report={report} />, { title })
    })
    .post(paths.adminUsersBulkUndo, ...adminChanges(guards), async (c) => {
      const { undo: token } = await requireForm(c, undoForm)
      const outcome = await undoBulk(deps, { ...actRequest(c), token })
      const report = outcome.status === 'undone' ? outcome.report : undefined
      const title = translator(c.var.locale)(report ? 'users.bulk.undone' : 'users.bulk.notUndone')
      return showPage(c, deps, <BulkUndonePage report={report} />, { title, ...(!report && { status: 409 }) })
    })
}
