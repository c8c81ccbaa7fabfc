import type { Locale } from '../i18n/locales.ts'
import { auditStatement } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { commonPasswords } from './common-passwords.ts'
import { isLogin, loginKey } from './login-name.ts'
import { faultOf, type PasswordFault } from './password-rules.ts'
import { findUserByLogin, insertUser } from './queries.ts'
import { networkOf } from './rate-limit.ts'
import { type Newcomer, type SignedIn, startSession } from './start-session.ts'
import type { Role } from './user.ts'

export interface NewAccount extends Newcomer {
  login: string
  password: string
  name?: string | undefined
  locale: Locale
}

export type AccountFault =
  | { status: 'bad-login' }
  | { status: 'taken' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'busy' }

export type RegisterOutcome = SignedIn | AccountFault | { status: 'closed' } | { status: 'slow-down'; waitMs: number }

/**
 * Makes an account and signs its owner in. That a login is taken can be seen here, as everywhere where logins are
 * public; what protects against lists of guesses is the limit by network.
 */
export async function register(deps: AuthDeps, request: NewAccount): Promise<RegisterOutcome> {
  if (!deps.isOpen) return { status: 'closed' }
  // Before the limit: who is still looking for a good password does not use up their tries.
  const fault = await faultOfNew(request)
  if (fault) return fault
  const waitMs = deps.limits.registration.take(networkOf(request.address), deps.now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const made = await createAccount(deps, { ...request, role: 'user', act: 'user.register' })
  return made.status === 'created' ? startSession(deps, made.user, request) : made
}

export interface CreateOptions extends Omit<NewAccount, 'userAgent'> {
  role: Role
  act: 'user.register' | 'user.create'
}

/** Makes an account of either role, or says what stands in the way. */
export async function createAccount(deps: AuthDeps, options: CreateOptions) {
  const { db, passwords, now } = deps
  const login = writtenLogin(options.login)
  const fault = await faultOfNew(options)
  if (fault) return fault
  const made = await passwords.hash(options.password)
  if (made.status === 'busy') return { status: 'busy' } as const
  const at = now()
  const key = loginKey(login)
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    login,
    loginKey: key,
    name: options.name?.trim() || login,
    locale: options.locale,
    role: options.role,
    passwordHash: made.hash,
    passwordChangedAt: at,
    createdAt: at,
  }
  await db.writeBatch([insertUser(db, row)])
  const user = await findUserByLogin(db, key)
  if (user?.id !== id) return { status: 'taken' } as const
  await db.writeBatch([
    auditStatement(db, options, at, { act: options.act, actor: user, subject: user, after: { role: options.role } }),
  ])
  return { status: 'created', user } as const
}

/** What can be seen to be wrong with a new account without looking at the others. */
async function faultOfNew({ login: given, password }: Pick<NewAccount, 'login' | 'password'>) {
  const login = writtenLogin(given)
  if (!isLogin(login)) return { status: 'bad-login' } as const
  const fault = faultOf(password, login, await commonPasswords())
  return fault && ({ status: 'bad-password', fault } as const)
}

function writtenLogin(login: string): string {
  return login.normalize('NFKC').trim()
}
