import { z } from 'zod'
import type { AuthDeps } from '../auth/auth-deps.ts'
import type { UserRow } from '../auth/queries.ts'
import { readUndo, signUndo, type UndoScope } from '../pages/undo-token.ts'

const userUndo = z.object({
  userId: z.string(),
  /** Version of the user after the change */
  version: z.number(),
  before: z.object({
    role: z.enum(['user', 'admin']),
    status: z.enum(['active', 'banned']),
    banReason: z.string().nullable(),
    banUntil: z.number().nullable(),
  }),
})

export type UserUndo = z.infer<typeof userUndo>

type Signing = Pick<AuthDeps, 'secret' | 'now'>

export function signUserUndo(auth: Signing, actorId: string, user: UserRow): string {
  const { role, status, banReason, banUntil } = user
  const before = { role, status, banReason, banUntil }
  const content: UserUndo = { userId: user.id, version: user.version + 1, before }
  return signUndo(scopeOf(auth, actorId), content)
}

export function readUserUndo(auth: Signing, actorId: string, token: string): UserUndo | undefined {
  return readUndo(scopeOf(auth, actorId), token, userUndo)
}

function scopeOf({ secret, now }: Signing, actorId: string): UndoScope {
  return { secret, act: 'user', actorId, now: now() }
}
