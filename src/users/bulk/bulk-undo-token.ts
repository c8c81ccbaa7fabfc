import { z } from 'zod'
import type { AuthDeps } from '../../auth/auth-deps.ts'
import { readUndo, signUndo, type UndoScope } from '../../pages/undo-token.ts'
import type { ActRequest } from '../act.ts'

/** Identifies the changes of a bulk act in the audit log: entries of one request with an ID above `after`. */
const bulkUndo = z.object({ requestId: z.string(), after: z.number() })

export type BulkUndo = z.infer<typeof bulkUndo>

type Signing = Pick<AuthDeps, 'secret' | 'now'>

export function signBulkUndo(auth: Signing, { actor, requestId }: ActRequest, after: number): string {
  const content: BulkUndo = { requestId, after }
  return signUndo(scopeOf(auth, actor.id), content)
}

export function readBulkUndo(auth: Signing, actorId: string, token: string): BulkUndo | undefined {
  return readUndo(scopeOf(auth, actorId), token, bulkUndo)
}

function scopeOf({ secret, now }: Signing, actorId: string): UndoScope {
  return { secret, act: 'users', actorId, now: now() }
}
