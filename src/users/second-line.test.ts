import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../tests/migrated.ts'
import { addUsers } from '../../tests/users.ts'
import { createAuthDeps } from '../auth/auth-deps.ts'
import { findUser } from '../auth/queries.ts'
import { newSession, openSessions } from '../auth/session/session.ts'
import type { Db } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { impersonate } from './access.ts'
import { deleteRequest, putApproval, putRequest } from './factor/factor-queries.ts'
import { createCounter } from './list/counts.ts'
import { updateStatus } from './queries.ts'

/* Each write of an administrator repeats the checks that came before it. Here the write runs without them. */

const now = Date.UTC(2026, 10, 29)
const day = 24 * 3600_000
let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
afterAll(() => db.close())

const set = (id: string, what: string) =>
  db.client.execute({ sql: `update users set ${what} where id = ?`, args: [id] })

async function people() {
  const name = crypto.randomUUID()
  const admin = { role: 'admin' as const }
  const [user = '', first = '', second = ''] = await addUsers(db, [
    { login: `user-${name}` },
    { login: `first-${name}`, ...admin },
    { login: `second-${name}`, ...admin },
  ])
  return { user, first, second }
}

/** Makes an administrator one who may not act. */
const spoil = {
  demoted: (id: string) => set(id, "role = 'user'"),
  banned: (id: string) => set(id, "status = 'banned'"),
  'banned until later': (id: string) => set(id, `status = 'banned', ban_until = ${now + 1}`),
  'promoted a day ago': (id: string) =>
    db.client.execute({
      sql: `insert into audit_log (at, act, is_success, subject_id, after, address, request_id) values (?, 'user.role', 1, ?, '{"role":"admin"}', '', '')`,
      args: [now - day, id],
    }),
}
const inactive = ['demoted', 'banned', 'banned until later'] as const
const newcomers = [...inactive, 'promoted a day ago'] as const

const banned = { role: 'user', status: 'banned', banReason: 'spam', banUntil: null } as const

async function changed(id: string, actorId: string, version = 1): Promise<boolean> {
  const [rows] = await db.writeBatch([updateStatus(db, { id, version, to: banned, actorId, now })])
  return rows.length > 0
}

test.each(inactive)('a status is not changed by an administrator who is %s', async (how) => {
  const { user, first, second } = await people()
  await spoil[how](first)
  expect([await changed(user, first), await changed(user, second)]).toEqual([false, true])
})

test('a status is changed neither by its owner nor from an old version', async () => {
  const { user, first } = await people()
  expect([await changed(first, first), await changed(user, first, 0), await changed(user, first)]).toEqual([
    false,
    false,
    true,
  ])
})

const requested = async (userId: string, actorId: string) =>
  (await db.writeBatch([putRequest(db, { userId, actorId, now }, now + day)]))[0].length > 0
const approved = async (userId: string, actorId: string) =>
  (await db.writeBatch([putApproval(db, { userId, actorId, now }, now)]))[0].length > 0
const withdrawn = async (userId: string, actorId: string) =>
  (await db.writeBatch([deleteRequest(db, { userId, actorId, now })]))[0].length > 0

test.each(newcomers)('no factor is replaced by an administrator who is %s', async (how) => {
  const { user, first, second } = await people()
  await spoil[how](first)
  expect([await requested(user, first), await requested(user, second)]).toEqual([false, true])
  expect([await approved(user, first), await approved(user, second)]).toEqual([false, false])
})

test.each(newcomers)('no request is approved whose administrator is %s', async (how) => {
  const { user, first, second } = await people()
  expect(await requested(user, first)).toBe(true)
  await spoil[how](first)
  expect(await approved(user, second)).toBe(false)
})

test('a factor is replaced by two administrators, neither of whom is its owner', async () => {
  const { user, first, second } = await people()
  expect([await requested(first, first), await requested(first, second)]).toEqual([false, true])
  expect(await approved(first, first)).toBe(false)
  expect(await requested(user, first)).toBe(true)
  expect([await approved(user, first), await approved(user, second)]).toEqual([false, true])
})

test.each(inactive)('a request is not withdrawn by an administrator who is %s', async (how) => {
  const { user, first, second } = await people()
  expect(await requested(user, first)).toBe(true)
  await spoil[how](second)
  expect([await withdrawn(user, second), await withdrawn(user, first)]).toEqual([false, true])
})

test('impersonation needs a session that has not ended, and never counts as a password check', async () => {
  const { user, first } = await people()
  const events = createEvents(console)
  const auth = createAuthDeps({ db, events, secret: 'x', siteUrl: 'https://kurs.test', isOpen: true })
  const sessions = openSessions({ db, events, log: console })
  const { token, statement } = newSession(db, { userId: first, now: Date.now(), address: '', userAgent: '' })
  await db.writeBatch([statement])
  const session = await sessions.check(token, Date.now())
  const actor = await findUser(db, first)
  if (!session || !actor) throw new Error('No session')
  const request = { address: '', requestId: 'r', userAgent: '', actor, userId: user, session }
  const start = () => impersonate({ auth, counter: createCounter(db) }, request)
  const started = await start()
  if (started.status !== 'started') throw new Error(started.status)
  expect(await sessions.check(started.token, Date.now())).toMatchObject({ impersonatorId: first, provenAt: 0 })
  await db.client.execute('delete from sessions')
  expect(await start()).toEqual({ status: 'refused' })
})
