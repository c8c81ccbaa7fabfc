import type { BatchStatement, Db } from '../db/client.ts'
import { ensureSetupLink, hasAdministrators } from './link-queries.ts'
import { claimLink, deleteLinks, findLink, insertLink, type LinkRow } from './queries.ts'
import { hashToken, randomToken, sign } from './secrets/token.ts'

const hour = 60 * 60_000

/** Lifetimes by kind. `chat-reset` is a reset link that the visitor asked for and that is sent to the linked chat. */
const lifetimes = { setup: 24 * hour, invite: 72 * hour, reset: hour, 'chat-reset': hour / 4 } as const

export type LinkKind = keyof typeof lifetimes

export function newLinkRow(kind: LinkKind, userId: string | null, now: number) {
  const token = randomToken()
  return { token, row: { hash: hashOf(token), kind, userId, createdAt: now, expiresAt: now + lifetimes[kind] } }
}

/** Creates a link and invalidates the previous one of this kind. */
export function newLink(db: Db, kind: LinkKind, userId: string | null, now: number) {
  const { token, row } = newLinkRow(kind, userId, now)
  const statements: BatchStatement[] = [deleteLinks(db, kind, userId), insertLink(db, row)]
  return { token, statements, expiresAt: row.expiresAt }
}

/**
 * Returns the token of the setup link for the first administrator. The token is derived from the secret and the
 * creation time, so every process of an installation returns the same one while it is valid.
 * @returns undefined when an administrator exists
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
  const stored = await ensureSetupLink(db, row, now)
  const known = rowAt(stored?.createdAt ?? now)
  if (stored?.hash === known.row.hash) return known.token
  // Replaces the stored link: it was made with another secret, so this process cannot rebuild its token.
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
