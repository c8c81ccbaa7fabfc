import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addUsers } from '../../tests/users.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { findUsableLink, newLink, redeemLink } from './link.ts'

const hour = 3_600_000
const made = Date.UTC(2026, 10, 22)
let db: Db
beforeAll(async () => {
  db = await openDb({ url: ':memory:' })
  await migrateDb(db, migrations.app)
})
afterAll(() => db.close())

test.each([
  ['setup', 24],
  ['invite', 72],
  ['reset', 1],
] as const)('a link for %s holds %d h, is good once, and takes the place of the one before', async (kind, hours) => {
  const [userId = ''] = kind === 'setup' ? [] : await addUsers(db, [{ login: kind }])
  const make = async () => {
    const link = newLink(db, kind, userId || null, made)
    await db.writeBatch(link.statements)
    return link
  }
  const [older, { token, expiresAt }] = [await make(), await make()]
  expect(expiresAt).toBe(made + hours * hour)
  expect(await findUsableLink(db, kind, older.token, made)).toBeUndefined()
  expect(await findUsableLink(db, kind, token, expiresAt)).toBeUndefined()
  expect((await findUsableLink(db, kind, token, expiresAt - 1))?.userId ?? '').toBe(userId)
  expect((await redeemLink(db, kind, token, expiresAt - 1))?.usedAt).toBe(expiresAt - 1)
  expect(await redeemLink(db, kind, token, expiresAt - 1)).toBeUndefined()
})
