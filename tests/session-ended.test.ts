import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { endOtherSessions, endSession, reauthenticate, signOut } from '../src/auth/account/account.ts'
import { type AuthDeps, createAuthDeps } from '../src/auth/auth-deps.ts'
import { setPassword } from '../src/auth/password/set-password.ts'
import { findUser, type UserRow } from '../src/auth/queries.ts'
import { turnOnSecondFactor } from '../src/auth/second-factor/second-factor.ts'
import { newTotpKey } from '../src/auth/second-factor/totp.ts'
import { newSession, openSessions, type Session } from '../src/auth/session/session.ts'
import { startSession } from '../src/auth/session/start-session.ts'
import { type EndedSessions, sessionEnded } from '../src/auth/topics.ts'
import { endSessions, impersonate, stopImpersonating } from '../src/users/access.ts'
import { changeStatus } from '../src/users/account-status.ts'
import { actOnMany } from '../src/users/bulk/bulk.ts'
import { createCounter } from '../src/users/list/counts.ts'
import { createTestSite, type TestSite } from './site.ts'
import { codeNow } from './totp-code.ts'
import { addUsers } from './users.ts'

/* Tests that every action that ends a session also publishes its end. */

setDefaultTimeout(60_000)

const day = 24 * 3_600_000
const origin = { address: '10.0.0.1', requestId: 'test' }
const browser = { ...origin, userAgent: 'A test' }
const password = 'корабль лампа 7'
let site: TestSite
let deps: AuthDeps
const told: EndedSessions[] = []

beforeAll(async () => {
  site = await createTestSite()
  const { appDb: db, events } = site
  deps = createAuthDeps({ db, events, secret: 'x', siteUrl: 'https://kurs.test', isOpen: true })
  events.on(sessionEnded, (ended) => void told.push(ended))
})
afterAll(() => site.close())

async function person(role: 'user' | 'admin' = 'user'): Promise<UserRow> {
  const [id = ''] = await addUsers(site.appDb, [{ login: crypto.randomUUID(), role }])
  const user = await findUser(site.appDb, id)
  if (!user) throw new Error('Nobody was made')
  return user
}

async function session(user: UserRow, impersonatorId?: string): Promise<Session & { token: string }> {
  const made = newSession(site.appDb, { userId: user.id, now: Date.now(), ...browser, impersonatorId })
  await site.appDb.writeBatch([made.statement])
  const checked = await openSessions({ ...deps, log: console }).check(made.token, Date.now())
  if (!checked) throw new Error('The session is not good')
  return { ...checked, token: made.token }
}

/** Runs an action that ends sessions, and expects that every removed session was published. */
async function expectTold(act: () => Promise<unknown>): Promise<void> {
  const read = async () => (await site.appDb.client.execute('select id, user_id, impersonator_id from sessions')).rows
  const before = await read()
  told.length = 0
  await act()
  const left = new Set((await read()).map(({ id }) => id))
  const gone = before.filter(({ id }) => !left.has(id))
  expect(gone.length).toBeGreaterThan(0)
  for (const { id, user_id, impersonator_id } of gone) {
    const isTold = told.some((ended) =>
      'userId' in ended ? [user_id, impersonator_id].includes(ended.userId) : ended.sessionIds.includes(String(id)),
    )
    expect(isTold).toBe(true)
  }
}

test('its owner ends it', async () => {
  const user = await person()
  const [one, two, three] = [await session(user), await session(user), await session(user)]
  await expectTold(() => signOut(deps, one, origin))
  await expectTold(() => endSession(deps, user, two.id, origin))
  await session(user)
  await expectTold(() => endOtherSessions(deps, user, three, origin))
  await expectTold(() => startSession(deps, user, { ...browser, replaces: three.id }))
})

test('a new password or a second factor replaces it', async () => {
  const user = await person()
  await session(user)
  const replaces = (await session(await person())).id
  await expectTold(() => setPassword(deps, user, { ...browser, wanted: password, replaces }))
  const current = await session(user)
  const withPassword = await findUser(site.appDb, user.id)
  await expectTold(() => reauthenticate(deps, withPassword ?? user, current, { ...browser, password, code: '' }))
  const key = newTotpKey()
  await expectTold(() => turnOnSecondFactor(deps, user, { ...browser, key, code: codeNow(key, Date.now()) }))
})

test('it expires', async () => {
  const { token } = await session(await person())
  await expectTold(() => openSessions({ ...deps, log: console }).check(token, Date.now() + 40 * day))
})

test('only one file deletes sessions and one publishes it', async () => {
  const found: Record<string, string[]> = { removes: [], tells: [] }
  for await (const file of new Bun.Glob('src/**/*.ts').scan(`${import.meta.dir}/..`)) {
    const text = file.includes('.test.') ? '' : await Bun.file(`${import.meta.dir}/../${file}`).text()
    if (/delete from sessions|delete\(sessions\)/.test(text)) found.removes?.push(file)
    if (/emit\(sessionEnded/.test(text)) found.tells?.push(file)
  }
  expect(found).toEqual({
    removes: ['src/auth/session/end-queries.ts'],
    tells: ['src/auth/session/end-sessions.ts'],
  })
})

test('a refused action neither ends nor starts a session', async () => {
  const admins = { auth: deps, counter: createCounter(site.appDb) }
  const [nobody, admin, one] = [await person(), await person('admin'), await person()]
  const [kept, own] = [await session(one), await session(admin)]
  const left = async () => {
    const sql = 'select id from sessions where user_id in (?, ?)'
    return (await site.appDb.client.execute({ sql, args: [one.id, admin.id] })).rows.map(({ id }) => id)
  }
  told.length = 0
  const decision = { act: 'ban', reason: 'x', until: null } as const
  const banned = await changeStatus(admins, { ...origin, actor: nobody, userId: one.id, version: 1, decision })
  await endSession(deps, admin, own.id, origin)
  const looking = await impersonate(admins, { ...browser, actor: admin, userId: one.id, session: own })
  expect([banned.status, looking.status, await left()]).toEqual(['refused', 'refused', [kept.id]])
  expect(told).toEqual([{ sessionIds: [own.id] }])
})

test('an administrator ends it', async () => {
  const admins = { auth: deps, counter: createCounter(site.appDb) }
  const actor = await person('admin')
  const [one, two, three, four] = [await person(), await person(), await person('admin'), await person()]
  const request = { ...origin, actor }
  const first = await session(one)
  await expectTold(() => endSessions(admins, { ...request, userId: one.id, sessionId: first.id }))
  await session(one)
  await expectTold(() => endSessions(admins, { ...request, userId: one.id }))
  await session(two)
  const ban = { act: 'ban', reason: 'x', until: null } as const
  await expectTold(() => changeStatus(admins, { ...request, userId: two.id, version: 1, decision: ban }))
  await session(four, three.id)
  const role = { act: 'role', role: 'user' } as const
  await expectTold(() => changeStatus(admins, { ...request, userId: three.id, version: 1, decision: role }))
  const five = await person()
  await session(one)
  await session(five)
  const ids = [one.id, five.id]
  await expectTold(() => actOnMany(admins, { ...request, scope: { ids }, bulk: { act: 'sessions' } }))
  await session(one)
  await expectTold(() => actOnMany(admins, { ...request, scope: { ids }, bulk: ban }))
  const own = await session(actor)
  await expectTold(() => impersonate(admins, { ...request, ...browser, userId: four.id, session: own }))
  const impersonated = await session(four, actor.id)
  await expectTold(() => stopImpersonating(admins, { ...origin, session: impersonated }))
})
