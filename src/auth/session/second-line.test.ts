import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../../tests/migrated.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { createEvents } from '../../events/events.ts'
import { newSession, openSessions, type Sessions } from './session.ts'

/* Bans and demotions end sessions. Here the row changes without that, and the check must refuse the session itself. */

const now = Date.UTC(2026, 10, 29)
let db: Db
let sessions: Sessions
beforeAll(async () => {
  db = await openMigrated('app')
  sessions = openSessions({ db, events: createEvents(console), log: console })
})
afterAll(() => db.close())

/** Starts a session of a new user, impersonated by a new administrator if `isImpersonated`. */
async function begun(isImpersonated: boolean) {
  const name = crypto.randomUUID()
  const people = [{ login: `user-${name}` }, { login: `admin-${name}`, role: 'admin' as const }]
  const [user = '', admin = ''] = await addUsers(db, people)
  const impersonatorId = isImpersonated ? admin : undefined
  const { id, token, statement } = newSession(db, { userId: user, now, impersonatorId, address: '', userAgent: '' })
  await db.writeBatch([statement])
  const rows = async () => (await db.client.execute({ sql: 'select id from sessions where id = ?', args: [id] })).rows
  return { user, admin, check: () => sessions.check(token, now), rows }
}

const set = (id: string, what: string) =>
  db.client.execute({ sql: `update users set ${what} where id = ?`, args: [id] })

test.each([
  ['banned for good', false, 'user', "status = 'banned'"],
  ['banned until later', false, 'user', `status = 'banned', ban_until = ${now + 1}`],
  ['impersonated by a former administrator', true, 'admin', "role = 'user'"],
  ['impersonated by a banned administrator', true, 'admin', "status = 'banned'"],
  ['impersonated by one banned until later', true, 'admin', `status = 'banned', ban_until = ${now + 1}`],
] as const)('a session that was not ended is refused and then ended: %s', async (_, isImpersonated, who, what) => {
  const own = await begun(isImpersonated)
  expect(await own.check()).toMatchObject({ impersonatorId: isImpersonated ? own.admin : null })
  await set(own[who], what)
  expect(await own.check()).toBeUndefined()
  expect(await own.rows()).toEqual([])
})

test('a ban that is over refuses neither the user nor the impersonator', async () => {
  const own = await begun(true)
  await set(own.user, `status = 'banned', ban_until = ${now}`)
  await set(own.admin, `status = 'banned', ban_until = ${now}`)
  expect(await own.check()).toMatchObject({ impersonatorId: own.admin })
})

test('the warnings of an account are for its owner and not for an impersonator', async () => {
  const [own, impersonated] = [await begun(false), await begun(true)]
  for (const { user } of [own, impersonated]) {
    const sql = 'insert into account_warnings (user_id, wrong_passwords, wrong_codes, last_at) values (?, 5, 0, ?)'
    await db.client.execute({ sql, args: [user, now] })
  }
  expect([(await own.check())?.hasWarnings, (await impersonated.check())?.hasWarnings]).toEqual([true, false])
})
