import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../tests/migrated.ts'
import { addUsers } from '../../tests/users.ts'
import type { Db } from '../db/client.ts'
import { findUsableLink, type LinkKind, newLink, redeemLink } from './link.ts'
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

test('the newest eight links for the first administrator hold 24 h; who takes one takes all', async () => {
  const links: Awaited<ReturnType<typeof make>>[] = []
  for (let times = 0; times < 10; times++) links.push(await make('setup', null, made + times))
  const usable = async (now: number) => {
    const found = await Promise.all(links.map(({ token }) => findUsableLink(db, 'setup', token, now)))
    return found.map((link) => link !== undefined)
  }
  const newest = links.map((_, at) => at >= 2)
  expect(await usable(made + 24 * hour - 1)).toEqual(newest)
  expect(await usable(made + 24 * hour + 9)).toEqual(links.map(() => false))
  const [, , first, ...others] = links
  const taken = await redeemLink(db, 'setup', first?.token ?? '', made + 100)
  if (!taken) throw new Error('Not taken')
  expect(await usable(made + 100)).toEqual(links.map(() => false))
  for (const { token } of others) expect(await redeemLink(db, 'setup', token, made + 100)).toBeUndefined()
  await db.writeBatch([releaseLink(db, taken)])
  expect(await usable(made + 100)).toEqual(newest)
})

test.each([
  ['invite', 72],
  ['reset', 1],
] as const)('a link for %s holds %d h, is good once, and takes the place of the one before', async (kind, hours) => {
  const [userId = ''] = await addUsers(db, [{ login: kind }])
  const [older, { token, expiresAt }] = [await make(kind, userId), await make(kind, userId)]
  expect(expiresAt).toBe(made + hours * hour)
  expect(await findUsableLink(db, kind, older.token, made)).toBeUndefined()
  expect(await findUsableLink(db, kind, token, expiresAt)).toBeUndefined()
  expect((await findUsableLink(db, kind, token, expiresAt - 1))?.userId ?? '').toBe(userId)
  expect((await redeemLink(db, kind, token, expiresAt - 1))?.usedAt).toBe(expiresAt - 1)
  expect(await redeemLink(db, kind, token, expiresAt - 1)).toBeUndefined()
})
