import { setPassword } from './account.ts'
import type { AuthDeps } from './auth-deps.ts'
import { type LinkKind, lookAtLink, redeemLink } from './link.ts'
import { giveBackLink } from './link-queries.ts'
import type { PasswordFault } from './password-rules.ts'
import { deleteSessionsOf, findUser, type UserRow } from './queries.ts'
import { newPending } from './sign-in.ts'
import type { Newcomer, SignedIn } from './start-session.ts'
import { isBanned } from './user.ts'

/** A link that leads to a new password, and whose it is. */
export interface PasswordLink {
  kind: Extract<LinkKind, 'reset' | 'invite'>
  user: UserRow
}

export type NewPasswordOutcome =
  | SignedIn
  /** The link stands for the password only: the second factor is asked for as ever (ASVS 6.4.3). */
  | { status: 'code-wanted'; pending: string }
  | { status: 'missing' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'busy' }

/** Whose password a link may set; nothing when it is used, too old or its owner is banned. */
export async function lookAtPasswordLink({ db, now }: AuthDeps, token: string): Promise<PasswordLink | undefined> {
  for (const kind of ['reset', 'invite'] as const) {
    const link = await lookAtLink(db, kind, token, now())
    const user = link?.userId ? await findUser(db, link.userId) : undefined
    if (user && !isBanned(user, now())) return { kind, user }
  }
  return undefined
}

/** Sets the password that the owner of a link has chosen, and signs them in. */
export async function choosePassword(
  deps: AuthDeps,
  request: Newcomer & { token: string; wanted: string },
): Promise<NewPasswordOutcome> {
  const { db, now } = deps
  const found = await lookAtPasswordLink(deps, request.token)
  const link = found && (await redeemLink(db, found.kind, request.token, now()))
  if (!link) return { status: 'missing' }
  const { user } = found
  const outcome = await setPassword(deps, user, request)
  if (outcome.status !== 'changed') {
    await db.writeBatch([giveBackLink(db, link.hash)])
    return outcome
  }
  if (user.totpSecret === null) return { status: 'signed-in', token: outcome.token, user }
  const { pending, statement } = newPending(db, user.id, now())
  await db.writeBatch([deleteSessionsOf(db, user.id), statement])
  return { status: 'code-wanted', pending }
}
