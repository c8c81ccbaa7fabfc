import type { BatchStatement, Db } from '../db/client.ts'
import { claimLink, deleteLinks, findLink, insertLink, type LinkRow } from './queries.ts'
import { hashToken, randomToken } from './session/token.ts'

const hour = 60 * 60_000

const lifetimes = { setup: 24 * hour, invite: 72 * hour, reset: hour } as const

export type LinkKind = keyof typeof lifetimes

export function newLink(db: Db, kind: LinkKind, userId: string | null, now: number) {
  const token = randomToken()
  const row = { hash: hashOf(token), kind, userId, createdAt: now, expiresAt: now + lifetimes[kind] }
  const statements: BatchStatement[] = [deleteLinks(db, kind, userId), insertLink(db, row)]
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
