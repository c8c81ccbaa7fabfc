import { z } from 'zod'
import { isSigned, sign } from '../auth/secrets/token.ts'
import { undoForMs } from './undo-time.ts'

export interface UndoScope {
  secret: string
  /** Kind of act; a token made for one kind is not valid for another */
  act: 'user' | 'users' | 'alert' | 'watchlist'
  /** ID of the user who acted; nobody else can undo the act */
  actorId: string
  /** Current time, ms UTC */
  now: number
}

export const undoForm = z.object({ undo: z.string().max(4000) })

/** Signs an undo token for the form that offers the undo; the token is valid for one user and ten seconds. */
export function signUndo({ secret, act, actorId, now }: UndoScope, content: object): string {
  const signed = { act, actorId, until: now + undoForMs, content }
  const body = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return `${body}.${sign(secret, 'undo', body)}`
}

/** Reads an undo token; undefined when the token is expired, belongs to another user or act, or was not signed here. */
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
