import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openMigrated } from '../../../tests/migrated.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { createEvents } from '../../events/events.ts'
import { sessionEnded } from '../topics.ts'
import { expireLinks, expireSessions } from './expire.ts'
import { expiryOf } from './session-rules.ts'

setDefaultTimeout(60_000)

const hour = 3_600_000
const day = 24 * hour
const now = 1_790_000_000_000
let folder: string
let db: Db
let people: { user: string; admin: string }
const events = createEvents(console)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-expire-'))
  db = await openMigrated('app', folder)
  const [user = '', admin = ''] = await addUsers(db, [{ login: 'somebody' }, { login: 'chief', role: 'admin' }])
  people = { user, admin }
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

interface Age {
  role: 'user' | 'admin'
  createdAgo: number
  seenAgo: number
  isImpersonated: boolean
}

let count = 0
async function addSessions(ages: Age[]): Promise<string[]> {
  const rows = ages.map((age) => ({ id: `s${String(count++).padStart(6, '0')}`, ...age }))
  await db.client.batch(
    rows.map(({ id, role, createdAgo, seenAgo, isImpersonated }) => ({
      sql: `insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address, impersonator_id)
        values (?, ?, x'00', ?, ?, 0, '', '', ?)`,
      args: [id, people[role], now - createdAgo, now - seenAgo, isImpersonated ? people.admin : null],
    })),
    'write',
  )
  return rows.map(({ id }) => id)
}

async function sessionIds(): Promise<string[]> {
  const { rows } = await db.client.execute('select id from sessions order by id')
  return rows.map(({ id }) => String(id))
}

test('exactly the expired sessions are deleted and published', async () => {
  const limits = [hour, 12 * hour, 7 * day, 10 * day, 30 * day]
  const ago = fc.oneof(
    fc.nat(40 * day),
    fc.tuple(fc.constantFrom(...limits), fc.integer({ min: -1, max: 1 })).map(([limit, more]) => limit + more),
  )
  const age = fc
    .record({ role: fc.constantFrom('user', 'admin'), first: ago, second: ago, isImpersonated: fc.boolean() })
    .map(({ role, first, second, isImpersonated }): Age => {
      return { role, createdAgo: Math.max(first, second), seenAgo: Math.min(first, second), isImpersonated }
    })
  await fc.assert(
    fc.asyncProperty(fc.array(age, { maxLength: 30 }), async (ages) => {
      await db.client.execute('delete from sessions')
      const ids = await addSessions(ages)
      const expired = ids.filter((_, index) => {
        const { role = 'user', createdAgo = 0, seenAgo = 0, isImpersonated = false } = ages[index] ?? {}
        return expiryOf({ createdAt: now - createdAgo, seenAt: now - seenAgo, isImpersonated }, role) <= now
      })
      const reported: string[] = []
      const stop = events.on(sessionEnded, (ended) => {
        if ('sessionIds' in ended) reported.push(...ended.sessionIds)
      })
      await expireSessions({ db, events, now: () => now })
      stop()
      expect(reported.toSorted()).toEqual(expired)
      expect(await sessionIds()).toEqual(ids.filter((id) => !expired.includes(id)))
    }),
    { numRuns: 40 },
  )
})

test('all sessions are checked, one batch at a time', async () => {
  await db.client.execute('delete from sessions')
  const old: Age = { role: 'user', createdAgo: 31 * day, seenAgo: 31 * day, isImpersonated: false }
  const ids = await addSessions(
    Array.from({ length: 1300 }, (_, at) => (at % 10 ? old : { ...old, createdAgo: 0, seenAgo: 0 })),
  )
  const batches: number[] = []
  const stop = events.on(sessionEnded, (ended) => {
    if ('sessionIds' in ended) batches.push(ended.sessionIds.length)
  })
  await expireSessions({ db, events, now: () => now })
  stop()
  expect(batches).toEqual([450, 450, 270])
  expect(await sessionIds()).toEqual(ids.filter((_, at) => at % 10 === 0))
  // If no session has expired, the job writes nothing.
  const unwritten: Db = { ...db, writeBatch: () => Promise.reject(new Error('Written')) }
  await expireSessions({ db: unwritten, events, now: () => now })
})

test('links are deleted when expired, and one day after use', async () => {
  const link = (hash: string, expiresAt: number, usedAt: number | null) => ({
    sql: `insert into account_links (hash, kind, user_id, created_at, expires_at, used_at) values (?, 'reset', ?, 0, ?, ?)`,
    args: [hash, people.user, expiresAt, usedAt],
  })
  const left = async () =>
    (await db.client.execute('select hash from account_links order by hash')).rows.map(({ hash }) => hash)
  await db.client.batch(
    [
      link('usable', now + 1, null),
      link('over', now, null),
      link('used just now', now + 3 * day, now - day + 1),
      link('used a day ago', now + 3 * day, now - day),
      ...Array.from({ length: 1200 }, (_, at) => link(`old ${at}`, now - at, null)),
    ],
    'write',
  )
  await expireLinks({ db, now: () => now })
  expect(await left()).toEqual(['usable', 'used just now'])
})
