import type { BatchStatement, Db } from '../db/client.ts'
import { claimLink, deleteLinks, deleteSurplusLinks, findLink, insertLink, type LinkRow } from './queries.ts'
import { hashToken, randomToken } from './session/token.ts'

const hour = 60 * 60_000

const lifetimes = { setup: 24 * hour, invite: 72 * hour, reset: hour } as const

export type LinkKind = keyof typeof lifetimes

/** Processes that start together each print one, and nobody knows which of them is read. */
const mostSetups = 8

/** Ends the one before; of links for the first administrator the newest eight stay. */
export function newLink(db: Db, kind: LinkKind, userId: string | null, now: number) {
  const token = randomToken()
  const row = { hash: hashOf(token), kind, userId, createdAt: now, expiresAt: now + lifetimes[kind] }
  const insert = insertLink(db, row)
  const statements: BatchStatement[] =
    kind === 'setup' ? [insert, deleteSurplusLinks(db, row, mostSetups)] : [deleteLinks(db, kind, userId), insert]
  return { token, statements, expiresAt: row.expiresAt }
}

export function findUsableLink(db: Db, kind: LinkKind, token: string, now: number): Promise<LinkRow | undefined> {
  return findLink(db, kind, hashOf(token), now)
}

export function redeemLink(db: Db, kind: LinkKind, token: string, now: number): Promise<LinkRow | undefined> {
  return claimLink(db, kind, hashOf(token), now)
}

function hashOf(token: string): string {
  return hashToken(token).toString('hex')
}
