import type { Origin, Person } from '../auth/audit.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'
import type { Counter } from './list/counts.ts'

export interface UserAdminDeps {
  auth: AuthDeps
  counter: Counter
}

export interface ActRequest extends Origin {
  actor: Person
}

export type Refusal =
  | { status: 'missing' }
  /** Nobody does this to themselves */
  | { status: 'self' }
  /** Whoever asks is no administrator any more */
  | { status: 'refused' }
