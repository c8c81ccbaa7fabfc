import { auditIfChanged, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { dropIdleCodes } from '../second-factor/factor-queries.ts'
import { maxPasskeyName } from './add-passkey.ts'
import { deletePasskey, findPasskey, renamePasskey } from './passkey-queries.ts'

export async function namePasskey({ db }: AuthDeps, user: UserRow, id: string, name: string): Promise<void> {
  await db.writeBatch([renamePasskey(db, user.id, id, name.slice(0, maxPasskeyName))])
}

export type RemovalOutcome =
  | { status: 'removed' }
  | { status: 'missing' }
  /** The passkey stays, because it is the last second factor of an administrator */
  | { status: 'kept' }

export async function removePasskey(
  { db, now }: AuthDeps,
  user: UserRow,
  request: Origin & { id: string },
): Promise<RemovalOutcome> {
  const passkey = await findPasskey(db, request.id)
  if (passkey?.userId !== user.id) return { status: 'missing' }
  const before = { name: passkey.name }
  const [removed] = await db.writeBatch([
    deletePasskey(db, user.id, passkey.id),
    auditIfChanged(db, request, now(), { act: 'user.passkey-remove', actor: user, subject: user, before }),
    dropIdleCodes(db, user.id),
  ])
  return removed.length > 0 ? { status: 'removed' } : { status: 'kept' }
}
