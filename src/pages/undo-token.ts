import { z } from 'zod'
import { isSigned, sign } from '../auth/session/token.ts'
import { undoForMs } from './undo-time.ts'

export interface UndoScope {
  secret: string
  /** What is signed for one kind of act counts for no other */
  act: 'user' | 'users' | 'alert'
  /** Who has acted; nobody else takes it back */
  actorId: string
  /** ms UTC */
  now: number
}

export const undoForm = z.object({ undo: z.string().max(4000) })

/** What takes an act back, for the form that offers it: signed, for one person and the next ten seconds. */
export function signUndo({ secret, act, actorId, now }: UndoScope, content: object): string {
  const signed = { act, actorId, until: now + undoForMs, content }
  const body = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return `${body}.${sign(secret, 'undo', body)}`
}

/** Undefined when it comes late, from somebody else, for another act, or was not signed here. */
export function readUndo<Content>(
  { secret, act, actorId, now }: UndoScope,
  token: string,
  content: z.ZodType<Content>,
): Content | undefined {
  const [body = '', signature = ''] = token.split('.')
  if (!isSigned(secret, 'undo', body, signature)) return undefined
  const schema = z.object({ act: z.literal(act), actorId: z.literal(actorId), until: z.number().gt(now), content })
  return schema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data?.content
}
