import type { BatchStatement, Db } from '../db/client.ts'
import { deleteLinks, findLink, insertLink, type LinkRow, takeLink } from './queries.ts'
import { hashToken, randomToken } from './token.ts'

const hour = 60 * 60_000

/** How long a link can be used, ms. */
const lifetimes = { setup: 24 * hour, invite: 72 * hour, reset: hour } as const

export type LinkKind = keyof typeof lifetimes

/** A new link of a kind, in place of those there were; its token is shown once and kept as a hash. */
export function newLink(db: Db, kind: LinkKind, userId: string | null, now: number) {
  const token = randomToken()
  const row = { hash: hashOf(token), kind, userId, createdAt: now, expiresAt: now + lifetimes[kind] }
  const statements: BatchStatement[] = [deleteLinks(db, kind, userId), insertLink(db, row)]
  return { token, statements, expiresAt: row.expiresAt }
}

/** Whether a link can still be used, without using it. */
export function lookAtLink(db: Db, kind: LinkKind, token: string, now: number): Promise<LinkRow | undefined> {
  return findLink(db, kind, hashOf(token), now)
}

/** Uses a link up: whoever comes second gets nothing. */
export function redeemLink(db: Db, kind: LinkKind, token: string, now: number): Promise<LinkRow | undefined> {
  return takeLink(db, kind, hashOf(token), now)
}

function hashOf(token: string): string {
  return hashToken(token).toString('hex')
}
