import { createAccount } from '../../auth/account/register.ts'
import { auditStatement } from '../../auth/audit.ts'
import { type AuthDeps, createAuthDeps } from '../../auth/auth-deps.ts'
import { type UserRow, updateUser } from '../../auth/queries.ts'
import type { PasswordCost } from '../../auth/secrets/password.ts'
import type { BatchStatement, Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import type { Locale } from '../../i18n/locales.ts'
import { dayMs, hourMs } from '../../market/timeframe.ts'
import { operator } from '../command-line.ts'

interface NewMember {
  login: string
  name: string
  locale: Locale
  /** Days since the member has joined */
  joined: number
  /** Hours since the member's last activity */
  seen: number
  role?: 'admin'
  banReason?: string
}

/** Members in the order in which they joined */
const newMembers = [
  { login: 'marina', name: 'Марина Соколова', locale: 'ru', joined: 61.37, seen: 0.4, role: 'admin' },
  { login: 'ivan', name: 'Иван Петров', locale: 'ru', joined: 46.62, seen: 1.2 },
  { login: 'alice', name: 'Alice Morgan', locale: 'en', joined: 45.18, seen: 0.8 },
  { login: 'james', name: 'James Carter', locale: 'en', joined: 33.45, seen: 9 },
  { login: 'olga', name: 'Ольга Лебедева', locale: 'ru', joined: 27.9, seen: 3 },
  {
    login: 'spam-bot',
    name: 'Best Signals',
    locale: 'en',
    joined: 18.71,
    seen: 430,
    banReason: 'Advertising in display names',
  },
  { login: 'sofia', name: 'Sofia Reyes', locale: 'en', joined: 12.08, seen: 22 },
  { login: 'nikita', name: 'Никита Волков', locale: 'ru', joined: 2.31, seen: 30 },
] as const satisfies readonly NewMember[]

export type MemberLogin = (typeof newMembers)[number]['login']
export type Members = Readonly<Record<MemberLogin, UserRow>>

export const administrator = 'marina' satisfies MemberLogin
/** Members whose accounts have the most to show, one per language */
export const shownMembers: Readonly<Record<Locale, MemberLogin>> = { ru: 'ivan', en: 'alice' }

export interface MembersOptions {
  db: Db
  events: Pick<Events, 'emit'>
  secret: string
  siteUrl: string
  passwordCost?: PasswordCost | undefined
  passwords: { administrator: string; members: string }
  /** Key of the administrator's second factor, which the administration requires */
  totpKey: Uint8Array
  /** Current time, ms UTC */
  now: number
}

/** Adds members who joined in the past, with an audit log entry of that time each. */
export async function addMembers(options: MembersOptions): Promise<Members> {
  const { now, passwords, totpKey, ...given } = options
  const members: Partial<Record<MemberLogin, UserRow>> = {}
  for (const member of newMembers satisfies readonly NewMember[]) {
    const joinedAt = now - member.joined * dayMs
    const auth = createAuthDeps({ ...given, isOpen: true, now: () => joinedAt })
    const isAdministrator = member.login === administrator
    const user = await addMember(auth, member, isAdministrator ? passwords.administrator : passwords.members)
    await auth.db.writeBatch([
      ...(isAdministrator ? secondFactorStatements(auth, user, totpKey) : []),
      ...banStatements(auth.db, member, user, now),
      updateUser(auth.db, user.id, { lastSeenAt: now - member.seen * hourMs }),
    ])
    members[member.login] = user
  }
  return members as Members
}

async function addMember(auth: AuthDeps, member: NewMember, password: string): Promise<UserRow> {
  const { login, name, locale, role = 'user' } = member
  const act = role === 'admin' ? 'user.create' : 'user.register'
  const made = await createAccount(auth, { ...operator, login, password, name, locale, role, act })
  if (made.status !== 'created') throw new Error(`The account ${login} could not be made: ${made.status}`)
  return made.user
}

function secondFactorStatements({ db, seal, now }: AuthDeps, user: UserRow, key: Uint8Array): BatchStatement[] {
  return [
    updateUser(db, user.id, { totpSecret: seal.seal(key) }),
    auditStatement(db, operator, now(), { act: 'user.second-factor-on', actor: user, subject: user }),
  ]
}

function banStatements(db: Db, { banReason, seen }: NewMember, user: UserRow, now: number): BatchStatement[] {
  if (banReason === undefined) return []
  const [before, after] = [{ status: 'active' } as const, { status: 'banned', banReason } as const]
  return [
    updateUser(db, user.id, { ...after, version: user.version + 1 }),
    auditStatement(db, operator, now - seen * hourMs, { act: 'user.ban', subject: user, before, after }),
  ]
}
