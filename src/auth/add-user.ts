import type { Db } from '../db/client.ts'
import type { Locale } from '../i18n/locales.ts'
import { auditIfChanged, type Origin, type Person } from './audit.ts'
import { insertLinkOfNewUser } from './link-queries.ts'
import { confusableOf, type Names } from './names.ts'
import { findUser, insertUser, type LinkRow, type UserRow } from './queries.ts'
import type { Role } from './user.ts'

export interface NewUser {
  /** Random if omitted */
  id?: string
  names: Names
  role: Role
  locale: Locale
  /** Hash of the password; null while the user still has to choose a password */
  passwordHash: string | null
  /** Link to choose the password; written with the account */
  link?: Omit<LinkRow, 'failures' | 'usedAt'>
  act: 'user.register' | 'user.create' | 'user.invite'
  /** Person who creates the account; the new user if omitted */
  actor?: Person
  /** Current time, ms UTC */
  now: number
}

/** Creates an account, its audit entry and its link in one write. @returns undefined when the login or its confusable twin is taken */
export async function addUser(db: Db, origin: Origin, user: NewUser): Promise<UserRow | undefined> {
  const { id = Bun.randomUUIDv7(), names, role, locale, passwordHash, link, act, now } = user
  const { login, loginKey, name } = names
  const subject = { id, login }
  const row = { id, login, loginKey, name, role, locale, passwordHash, createdAt: now }
  await db.writeBatch([
    insertUser(db, row, confusableOf(loginKey)),
    auditIfChanged(db, origin, now, { act, actor: user.actor ?? subject, subject, after: { role, locale } }),
    ...(link ? [insertLinkOfNewUser(db, link)] : []),
  ])
  return findUser(db, id)
}
