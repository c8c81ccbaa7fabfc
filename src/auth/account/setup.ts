import type { Locale } from '../../i18n/locales.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { findUsableLink, redeemLink } from '../link.ts'
import { hasAdministrators, releaseLink } from '../link-queries.ts'
import { type SessionRequest, type SignedIn, startSession } from '../session/start-session.ts'
import { type AccountFault, createAccount } from './register.ts'

export interface SetupRequest extends SessionRequest {
  token: string
  login: string
  password: string
  name: string
  locale: Locale
}

export async function canSetUp({ db, now }: AuthDeps, token: string): Promise<boolean> {
  const link = await findUsableLink(db, 'setup', token, now())
  return link !== undefined && !(await hasAdministrators(db))
}

/** Creates the first administrator. Claims the setup link first, so that it cannot be used twice. */
export async function setUp(
  deps: AuthDeps,
  request: SetupRequest,
): Promise<SignedIn | AccountFault | { status: 'missing' }> {
  if (!(await canSetUp(deps, request.token))) return { status: 'missing' }
  const link = await redeemLink(deps.db, 'setup', request.token, deps.now())
  if (!link) return { status: 'missing' }
  const made = await createAccount(deps, { ...request, role: 'admin', act: 'user.create' })
  if (made.status === 'created') return startSession(deps, made.user, request)
  await deps.db.writeBatch([releaseLink(deps.db, link)])
  return made
}
