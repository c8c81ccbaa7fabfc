import type { AuthDeps } from '../auth-deps.ts'
import { findUsableLink, type LinkKind, redeemLink } from '../link.ts'
import { isStillClaimed, releaseLink, unlinkChat } from '../link-queries.ts'
import { type SetPasswordOutcome, setPassword } from '../password/set-password.ts'
import { findUser, type UserRow } from '../queries.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import type { SessionRequest, SignedIn } from '../session/start-session.ts'
import { isBanned } from '../user.ts'
import { newPending } from './sign-in.ts'

export interface PasswordLink {
  kind: Extract<LinkKind, 'reset' | 'invite' | 'chat-reset'>
  user: UserRow
}

export type NewPasswordOutcome =
  | SignedIn
  /** The link replaces only the password: the user still has to enter a code of the second factor (ASVS 6.4.3). */
  | { status: 'code-wanted'; pending: string }
  | { status: 'missing' }
  | Exclude<SetPasswordOutcome, { status: 'changed' }>

export async function findPasswordLink({ db, now }: AuthDeps, token: string): Promise<PasswordLink | undefined> {
  for (const kind of ['reset', 'invite', 'chat-reset'] as const) {
    const link = await findUsableLink(db, kind, token, now())
    const user = link?.userId ? await findUser(db, link.userId) : undefined
    if (user && !isBanned(user, now())) return { kind, user }
  }
  return undefined
}

export async function choosePassword(
  deps: AuthDeps,
  request: SessionRequest & { token: string; wanted: string },
): Promise<NewPasswordOutcome> {
  const { db, now } = deps
  const found = await findPasswordLink(deps, request.token)
  const link = found && (await redeemLink(db, found.kind, request.token, now()))
  if (!link) return { status: 'missing' }
  const { user } = found
  const outcome = await setPassword(deps, user, { ...request, isStillAllowed: isStillClaimed(link) })
  if (outcome.status !== 'changed') {
    await db.writeBatch([releaseLink(db, link)])
    return outcome
  }
  // Unlinks the chat, because an attacker who knew the old password may have linked their own. A link that was sent to
  // the chat keeps it: the owner of the chat could sign in with it before.
  if (found.kind === 'reset') await db.writeBatch(unlinkChat(db, user.id))
  if (!(await hasSecondFactor(db, user))) {
    const { token, device } = outcome
    return { status: 'signed-in', token, user, device }
  }
  const { pending, statements } = newPending(db, user.id, now())
  await writeSessionEnd(deps, (end) => [end({ userId: user.id }), ...statements])
  return { status: 'code-wanted', pending }
}
