import { z } from 'zod'
import { cutText } from '../../auth/audit-text.ts'
import { statusStatements } from '../account-status.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'
import { listBulkChanges } from '../audit/audit-queries.ts'
import type { AccountStatus } from '../queries.ts'
import { actOnIds, type BulkReport, emptyReport, maxAtOnce } from './bulk.ts'
import { readBulkUndo } from './bulk-undo-token.ts'

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

/** Restores the former status of every user that a bulk act changed and nobody has changed since. */
export async function undoBulk(deps: UserAdminDeps, request: ActRequest & { token: string }): Promise<BulkUndoOutcome> {
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

/** Undefined if the user was changed since. A ban reason is restored only as far as the audit log stores it. */
function formerStatus(now: AccountStatus, change: Change | undefined): AccountStatus | undefined {
  if (!change) return undefined
  const { role, status, banReason, banUntil } = now
  const current = { role, status, banReason, banUntil }
  const asLogged = { ...current, banReason: banReason && cutText(banReason) }
  const isAsLeft = Object.entries(change.after).every(([field, value]) => Reflect.get(asLogged, field) === value)
  return isAsLeft ? { ...current, ...change.before } : undefined
}
