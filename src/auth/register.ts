import type { Db } from '../db/client.ts'
import type { Locale } from '../i18n/locales.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { auditStatement } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { isClearName } from './letters.ts'
import { type LoginFault, loginFault, loginKey, twinOf } from './login-name.ts'
import { commonPasswords } from './password/common-passwords.ts'
import { type PasswordFault, passwordFault } from './password/password-rules.ts'
import { findUserByLogin, insertUser } from './queries.ts'
import { type SessionRequest, type SignedIn, startSession } from './session/start-session.ts'
import type { Role } from './user.ts'

export interface NewAccount extends SessionRequest {
  login: string
  password: string
  name?: string | undefined
  locale: Locale
}

export type AccountFault =
  | { status: 'bad-login'; fault: LoginFault }
  | { status: 'bad-name' }
  | { status: 'taken' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'busy' }

export type RegisterOutcome = SignedIn | AccountFault | { status: 'closed' } | { status: 'slow-down'; waitMs: number }

/** Tells that a login is taken, as logins are public: the limit by network protects against enumeration. */
export async function register(deps: AuthDeps, request: NewAccount): Promise<RegisterOutcome> {
  if (!deps.isOpen) return { status: 'closed' }
  // Before the limit: looking for a good password uses up no attempts.
  const fault = await newAccountFault(request)
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

export async function createAccount(deps: AuthDeps, options: CreateOptions) {
  const { db, passwords, now } = deps
  const login = writtenLogin(options.login)
  const fault = await newAccountFault(options)
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
  if (await isLookAlike(db, key)) return { status: 'taken' } as const
  await db.writeBatch([insertUser(db, row)])
  const user = await findUserByLogin(db, key)
  if (user?.id !== id) return { status: 'taken' } as const
  await db.writeBatch([
    auditStatement(db, options, at, { act: options.act, actor: user, subject: user, after: { role: options.role } }),
  ])
  return { status: 'created', user } as const
}

/** Whether somebody has the login that looks the same in another alphabet. */
export async function isLookAlike(db: Db, key: string): Promise<boolean> {
  const twin = twinOf(key)
  return twin !== undefined && (await findUserByLogin(db, twin)) !== undefined
}

async function newAccountFault({ login: given, name, password }: Pick<NewAccount, 'login' | 'name' | 'password'>) {
  const login = writtenLogin(given)
  const ofLogin = loginFault(login)
  if (ofLogin) return { status: 'bad-login', fault: ofLogin } as const
  if (name?.trim() && !isClearName(name.trim())) return { status: 'bad-name' } as const
  const fault = passwordFault(password, login, await commonPasswords())
  return fault && ({ status: 'bad-password', fault } as const)
}

function writtenLogin(login: string): string {
  return login.normalize('NFKC').trim()
}
