import type { Context } from 'hono'
import type { ActMessages, Origin, Person } from '../auth/audit.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'
import { type Accounts, type AuthEnv, currentUser } from '../auth/middleware.ts'
import { findUser, type UserRow } from '../auth/queries.ts'
import { originOf } from '../auth/session/session-request.ts'
import type { Db } from '../db/client.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { Counter } from './list/counts.ts'

export interface UsersDeps extends PageDeps, Accounts {
  counter: Counter
  acts: ActMessages
}

export interface UserAdminDeps {
  auth: AuthDeps
  counter: Counter
}

export interface ActRequest extends Origin {
  actor: Person
}

export type Refusal =
  | { status: 'missing' }
  /** Users cannot do this act to themselves */
  | { status: 'self' }
  /** The actor is no longer an administrator */
  | { status: 'refused' }

export type Subject = { status: 'found'; subject: UserRow } | Exclude<Refusal, { status: 'refused' }>

export async function findSubject(db: Db, actor: Person, userId: string): Promise<Subject> {
  if (userId === actor.id) return { status: 'self' }
  const subject = await findUser(db, userId)
  return subject ? { status: 'found', subject } : { status: 'missing' }
}

export function actRequest(c: Context<AuthEnv>): ActRequest {
  return { ...originOf(c), actor: currentUser(c) }
}
