import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { auditOf, isSignedIn, password, registered, userOf } from '../../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { codeNow } from '../../../tests/totp-code.ts'
import { createVisitor } from '../../../tests/visitor.ts'
import { reauthenticate } from '../account/account.ts'
import { createAuthDeps } from '../auth-deps.ts'
import { turnOnSecondFactor } from '../second-factor/second-factor.ts'
import { newTotpKey } from '../second-factor/totp.ts'
import { openSessions } from './session.ts'

/* Tests that requests have no effect if their session ends while they run. */

setDefaultTimeout(60_000)

const origin = { address: '10.9.9.8', requestId: 'test', userAgent: 'A test' }

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

const depsOf = ({ appDb: db, events }: TestSite) =>
  createAuthDeps({ db, events, secret: 'a secret of nobody but this test', siteUrl: 'https://kurs.test', isOpen: true })

/** Creates a user whose session ends after it was checked; in another browser the user stays signed in. */
async function endedMeanwhile() {
  const { login, id, visitor } = await registered(site)
  const other = createVisitor(site)
  await other.post('/en/login', { login, password })
  const sessions = openSessions({ db: site.appDb, events: site.events, log: console })
  const session = await sessions.check(visitor.cookie('sid') ?? '', Date.now())
  if (!session) throw new Error('There is no session')
  await visitor.post('/api/auth/logout', {})
  const count = async () => {
    const sql = 'select count(*) n from sessions where user_id = ?'
    return (await site.appDb.client.execute({ sql, args: [id] })).rows[0]?.n
  }
  return { login, user: await userOf(site, login), session, other, count }
}

test('an ended session is not renewed by reauthentication', async () => {
  const { login, user, session, other, count } = await endedMeanwhile()
  const proof = { ...origin, replaces: session.id, password, code: '' }
  expect(await reauthenticate(depsOf(site), user, session, proof)).toEqual({ status: 'ended' })
  expect(await count()).toBe(1)
  expect(await isSignedIn(other)).toBe(true)
  expect((await auditOf(site, login)).filter(({ act }) => act === 'session.fresh')).toEqual([])
})

test('an ended session turns on no second factor and ends no other session', async () => {
  const { login, user, session, other, count } = await endedMeanwhile()
  const key = newTotpKey()
  const request = { ...origin, replaces: session.id, key, code: codeNow(key) }
  expect(await turnOnSecondFactor(depsOf(site), user, request)).toEqual({ status: 'ended' })
  expect(await count()).toBe(1)
  expect(await isSignedIn(other)).toBe(true)
  expect((await userOf(site, login)).totpSecret).toBeNull()
  const sql = 'select count(*) n from recovery_codes where user_id = ?'
  expect((await site.appDb.client.execute({ sql, args: [user.id] })).rows[0]?.n).toBe(0)
  expect((await auditOf(site, login)).filter(({ act }) => act === 'user.second-factor-on')).toEqual([])
})
