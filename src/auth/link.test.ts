import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../tests/migrated.ts'
import { addUsers } from '../../tests/users.ts'
import type { Db } from '../db/client.ts'
import { findUsableLink, type LinkKind, newLink, offerSetupLink, redeemLink } from './link.ts'
import { releaseLink } from './link-queries.ts'

const hour = 3_600_000
const made = Date.UTC(2026, 10, 22)
let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
afterAll(() => db.close())

async function make(kind: LinkKind, userId: string | null, at = made) {
  const link = newLink(db, kind, userId, at)
  await db.writeBatch(link.statements)
  return link
}

test('every process with the same secret offers the same valid setup link', async () => {
  const [secret, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const offer = (at: number, own = secret) => offerSetupLink(db, own, at)
  const isGood = async (token = '', at = made) => (await findUsableLink(db, 'setup', token, at)) !== undefined
  const [first, ...others] = await Promise.all([offer(made), offer(made + 1), offer(made + 2)])
  expect(others).toEqual([first, first])
  expect(await offer(made + 24 * hour - 1)).toBe(first)
  expect([await isGood(first, made + 24 * hour - 1), await isGood(first, made + 24 * hour)]).toEqual([true, false])
  const later = await offer(made + 24 * hour)
  expect(later).not.toBe(first)
  expect(await isGood(later, made + 25 * hour)).toBe(true)
  expect(await isGood(first)).toBe(false)
  // A token cannot be recovered from its hash, so a process with another secret makes a new link; only the new link is
  // valid.
  const foreign = await offer(made + 25 * hour, other)
  expect([await isGood(later), await isGood(foreign)]).toEqual([false, true])
  const taken = await redeemLink(db, 'setup', foreign ?? '', made)
  if (!taken) throw new Error('Not taken')
  expect(await isGood(foreign)).toBe(false)
  await db.writeBatch([releaseLink(db, taken)])
  expect(await isGood(foreign)).toBe(true)
  await addUsers(db, [{ login: 'admin', role: 'admin' }])
  expect(await offer(made)).toBeUndefined()
})

test.each([
  ['invite', 72],
  ['reset', 1],
] as const)('a link for %s is valid for %d h and once, and replaces the previous one', async (kind, hours) => {
  const [userId = ''] = await addUsers(db, [{ login: kind }])
  const [older, { token, expiresAt }] = [await make(kind, userId), await make(kind, userId)]
  expect(expiresAt).toBe(made + hours * hour)
  expect(await findUsableLink(db, kind, older.token, made)).toBeUndefined()
  expect(await findUsableLink(db, kind, token, expiresAt)).toBeUndefined()
  expect((await findUsableLink(db, kind, token, expiresAt - 1))?.userId ?? '').toBe(userId)
  expect((await redeemLink(db, kind, token, expiresAt - 1))?.usedAt).toBe(expiresAt - 1)
  expect(await redeemLink(db, kind, token, expiresAt - 1)).toBeUndefined()
})
