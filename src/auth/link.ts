import type { BatchStatement, Db } from '../db/client.ts'
import { hasAdministrators, keepSetupLink } from './link-queries.ts'
import { claimLink, deleteLinks, findLink, insertLink, type LinkRow } from './queries.ts'
import { hashToken, randomToken, sign } from './session/token.ts'

const hour = 60 * 60_000

const lifetimes = { setup: 24 * hour, invite: 72 * hour, reset: hour } as const

export type LinkKind = keyof typeof lifetimes

/** Ends the one before. */
export function newLink(db: Db, kind: LinkKind, userId: string | null, now: number) {
  const token = randomToken()
  const row = { hash: hashOf(token), kind, userId, createdAt: now, expiresAt: now + lifetimes[kind] }
  const statements: BatchStatement[] = [deleteLinks(db, kind, userId), insertLink(db, row)]
  return { token, statements, expiresAt: row.expiresAt }
}

/**
 * The one link for the first administrator. Its token follows from the secret and the time it was made, so every process
 * of an installation gives the same one as long as it is valid. @returns its token; undefined when there is an administrator
 */
export async function offerSetupLink(db: Db, secret: string, now: number): Promise<string | undefined> {
  if (await hasAdministrators(db)) return undefined
  const rowAt = (createdAt: number) => {
    const token = sign(secret, 'setup', String(createdAt))
    const row = {
      hash: hashOf(token),
      kind: 'setup',
      userId: null,
      createdAt,
      expiresAt: createdAt + lifetimes.setup,
    } as const
    return { token, row }
  }
  const { token, row } = rowAt(now)
  const stored = await keepSetupLink(db, row, now)
  const known = rowAt(stored?.createdAt ?? now)
  if (stored?.hash === known.row.hash) return known.token
  // This process has another secret and cannot print the link.
  await db.writeBatch([deleteLinks(db, 'setup', null), insertLink(db, row)])
  return token
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
