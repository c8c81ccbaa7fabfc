import { auditStatement } from '../../auth/audit.ts'
import { contactStatements, findContact } from '../../pages/settings-queries.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'

export const maxContact = 200

/** Saves the contact for people who cannot sign in; an empty text removes it. */
export async function saveContact(
  { auth }: Pick<UserAdminDeps, 'auth'>,
  { contact, ...request }: ActRequest & { contact: string },
): Promise<void> {
  const { actor } = request
  const { db, now } = auth
  const [at, before] = [now(), await findContact(auth)]
  await db.writeBatch([
    ...contactStatements(db, { userId: actor.id, contact, updatedAt: at }),
    auditStatement(db, request, at, {
      act: 'site.contact',
      actor,
      before: { contact: before ?? '' },
      after: { contact },
    }),
  ])
}
