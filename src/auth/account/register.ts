import type { Locale } from '../../i18n/locales.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { addUser } from '../add-user.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { findUsableLink, redeemLink } from '../link.ts'
import { hasAdministrators, releaseLink } from '../link-queries.ts'
import { type NamesFault, namesFaults, newNames } from '../names.ts'
import { commonPasswords, type PasswordFault, passwordFault } from '../password/password-rules.ts'
import { type SessionRequest, type SignedIn, startSession } from '../session/start-session.ts'
import type { Role } from '../user.ts'

export interface NewAccount extends SessionRequest {
  login: string
  password: string
  name?: string | undefined
  locale: Locale
}

export type AccountFault =
  | NamesFault
  | { status: 'taken' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'busy' }

export type RegisterOutcome = SignedIn | AccountFault | { status: 'closed' } | { status: 'slow-down'; waitMs: number }

/**
 * Creates an account. Reveals whether a login is taken, because logins are public; the limit per network protects
 * against enumeration.
 */
export async function register(deps: AuthDeps, request: NewAccount): Promise<RegisterOutcome> {
  if (!deps.isOpen) return { status: 'closed' }
  // Validates the request before the rate limit: rejected passwords use up no attempts.
  const names = await validated(request)
  if (names.status !== 'fine') return names
  const waitMs = waitToRegister(deps, request.address)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const made = await createAccount(deps, { ...request, role: 'user', act: 'user.register' })
  return made.status === 'created' ? startSession(deps, made.user, request) : made
}

/** Checks the network's limit first, so that a blocked network uses up nothing of the shared limit. */
function waitToRegister({ limits, now }: AuthDeps, address: string): number {
  return limits.registration.take(networkOf(address), now()) || limits.registrations.take('all', now())
}

export interface CreateOptions extends Omit<NewAccount, 'userAgent'> {
  role: Role
  act: 'user.register' | 'user.create'
}

export async function createAccount(deps: AuthDeps, options: CreateOptions) {
  const { db, passwords, now } = deps
  const { act, role, locale } = options
  const names = await validated(options)
  if (names.status !== 'fine') return names
  const made = await passwords.hash(options.password, { key: networkOf(options.address), isKnown: role !== 'user' })
  if (made.status === 'busy') return { status: 'busy' } as const
  const user = await addUser(db, options, { names, act, role, locale, passwordHash: made.hash, now: now() })
  return user ? ({ status: 'created', user } as const) : ({ status: 'taken' } as const)
}

type GivenAccount = Pick<NewAccount, 'login' | 'name' | 'password'>

async function validated(given: GivenAccount) {
  const [fault] = await accountFaults(given)
  return fault ?? newNames(given)
}

/** Returns the faults of all fields, at most one of each. Does not check whether the login is taken. */
export async function accountFaults(given: GivenAccount): Promise<AccountFault[]> {
  const fault = passwordFault(given.password, given.login, await commonPasswords())
  return [...namesFaults(given), ...(fault ? [{ status: 'bad-password', fault } as const] : [])]
}

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
