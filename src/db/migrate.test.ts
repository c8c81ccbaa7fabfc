import { expect, test } from 'bun:test'
import { openDb } from './client.ts'
import { migrateDb } from './migrate.ts'

test('the digest of a migration stays the same across versions of the program', async () => {
  const db = await openDb({ url: ':memory:' })
  await migrateDb(db, [{ name: '0000_a', sql: 'create table a (n integer)' }])
  const { rows } = await db.client.execute('select name, digest from _migrations')
  expect(rows.map(({ name, digest }) => [name, digest])).toEqual([['0000_a', '82e96afac53962f44035f7b84696cbcd']])
  await db.close()
})
