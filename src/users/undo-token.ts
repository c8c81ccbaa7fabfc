import { z } from 'zod'
import type { UserRow } from '../auth/queries.ts'
import { isSigned, sign } from '../auth/session/token.ts'

/** How long an act can be taken back, ms */
export const undoFor = 10_000

const undoSchema = z.object({
  userId: z.string(),
  /** The version the act has made */
  version: z.number(),
  actorId: z.string(),
  until: z.number(),
  before: z.object({
    role: z.enum(['user', 'admin']),
    status: z.enum(['active', 'banned']),
    banReason: z.string().nullable(),
    banUntil: z.number().nullable(),
  }),
})

export type Undo = z.infer<typeof undoSchema>

/** What takes an act back, for the form that offers it: signed, for this administrator and the next ten seconds. */
export function signUndo(
  secret: string,
  { user, actorId, now }: { user: UserRow; actorId: string; now: number },
): string {
  const { role, status, banReason, banUntil } = user
  const before = { role, status, banReason, banUntil }
  const undo: Undo = { userId: user.id, version: user.version + 1, actorId, until: now + undoFor, before }
  const body = Buffer.from(JSON.stringify(undo)).toString('base64url')
  return `${body}.${sign(secret, 'undo', body)}`
}

export function readUndo(secret: string, token: string): Undo | undefined {
  const [body = '', signature = ''] = token.split('.')
  if (!isSigned(secret, 'undo', body, signature)) return undefined
  return undoSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}
