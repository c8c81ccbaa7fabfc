import { auditStatement } from '../../auth/audit.ts'
import { findContact, settingsStatement } from '../../pages/settings-queries.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'

export const maxContact = 200

/** Saves whom people can ask who cannot sign in; an empty text removes the contact. */
export async function saveContact(
  { auth: { db, now } }: Pick<UserAdminDeps, 'auth'>,
  { contact, ...request }: ActRequest & { contact: string },
): Promise<void> {
  const { actor } = request
  const [at, before] = [now(), await findContact(db)]
  await db.writeBatch([
    settingsStatement(db, { userId: actor.id, screen: 'contact', settings: contact, updatedAt: at }),
    auditStatement(db, request, at, {
      act: 'site.contact',
      actor,
      before: { contact: before ?? '' },
      after: { contact },
    }),
  ])
}
