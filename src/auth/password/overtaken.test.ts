import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { auditOf, password, registered, userOf } from '../../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { codeNow } from '../../../tests/totp-code.ts'
import { changePassword } from '../account/account.ts'
import { type AuthDeps, createAuthDeps } from '../auth-deps.ts'
import { newLink } from '../link.ts'
import { findPendingUser } from '../passkey/sign-in-by-passkey.ts'
import { turnOnSecondFactor } from '../second-factor/second-factor.ts'
import { newTotpKey } from '../second-factor/totp.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { openSessions } from '../session/session.ts'
import { choosePassword } from '../sign-in/new-password.ts'
import { signIn } from '../sign-in/sign-in.ts'

/* Tests races with password hashing: an earlier request must not overwrite a later change. */

setDefaultTimeout(60_000)

let site: TestSite
let deps: AuthDeps
beforeAll(async () => {
  site = await createTestSite()
  const { appDb: db, events } = site
  deps = createAuthDeps({ db, events, secret: 'x', siteUrl: 'https://kurs.test', isOpen: true })
})
afterAll(() => site.close())

const origin = { address: '10.1.2.4', requestId: 'r', userAgent: 'A test' }
const mine = 'моя новая фраза 1'
const theirs = 'их новая фраза 2'

/** Returns dependencies that run `meanwhile` once, while a password is hashed. */
function during(meanwhile: () => Promise<unknown>, passwords = deps.passwords): AuthDeps {
  let isOver = false
  const hash: AuthDeps['passwords']['hash'] = async (word) => {
    const made = await passwords.hash(word)
    if (!isOver) {
      isOver = true
      await meanwhile()
    }
    return made
  }
  return { ...deps, passwords: { check: passwords.check, hash } }
}

async function resetLink(userId: string): Promise<string> {
  const link = newLink(site.appDb, 'reset', userId, Date.now())
  await site.appDb.writeBatch(link.statements)
  return link.token
}

const choose = (token: string, wanted: string, as = deps) => choosePassword(as, { ...origin, token, wanted })

/** Returns which of these words is the account's current password */
async function wordOf(login: string, words: string[]): Promise<string | undefined> {
  const { passwordHash } = await userOf(site, login)
  for (const word of words) {
    if ((await deps.passwords.check(word, passwordHash ?? undefined)).status === 'right') return word
  }
  return undefined
}

async function countOf(table: 'sessions' | 'devices', userId: string): Promise<unknown> {
  const sql = `select count(*) n from ${table} where user_id = ?`
  return (await site.appDb.client.execute({ sql, args: [userId] })).rows[0]?.n
}

const changesOf = async (login: string) =>
  (await auditOf(site, login)).filter(({ act }) => act === 'user.password').length

test('a password change does not overwrite one set by a link meanwhile, nor end its session', async () => {
  const { login, id } = await registered(site)
  const token = await resetLink(id)
  const slow = during(() => choose(token, theirs))
  const request = { ...origin, current: password, wanted: mine }
  expect(await changePassword(slow, await userOf(site, login), request)).toEqual({ status: 'overtaken' })
  expect(await wordOf(login, [mine, theirs])).toBe(theirs)
  expect(await countOf('sessions', id)).toBe(1)
  expect(await countOf('devices', id)).toBe(1)
  expect(await changesOf(login)).toBe(1)
})

test('a link does not overwrite the password set by another link', async () => {
  const { login, id } = await registered(site)
  const first = await resetLink(id)
  const slow = during(async () => choose(await resetLink(id), theirs))
  expect(await choose(first, mine, slow)).toEqual({ status: 'overtaken' })
  expect(await wordOf(login, [mine, theirs])).toBe(theirs)
  expect(await countOf('sessions', id)).toBe(1)
})

test('a link replaced meanwhile sets nothing, and the newer link works', async () => {
  const { login, id } = await registered(site)
  const first = await resetLink(id)
  let newer = ''
  const slow = during(async () => {
    newer = await resetLink(id)
  })
  expect(await choose(first, mine, slow)).toEqual({ status: 'overtaken' })
  expect(await wordOf(login, [mine, password])).toBe(password)
  expect((await choose(newer, theirs)).status).toBe('signed-in')
})

test('a session that ends meanwhile changes nothing, and a link created then stays valid', async () => {
  const { login, id, visitor } = await registered(site)
  const session = await openSessions({ ...deps, log: console }).check(visitor.cookie('sid') ?? '', Date.now())
  let token = ''
  const slow = during(async () => {
    await writeSessionEnd(deps, (end) => [end({ userId: id })])
    token = await resetLink(id)
  })
  const request = { ...origin, replaces: session?.id, current: password, wanted: mine }
  expect(await changePassword(slow, await userOf(site, login), request)).toEqual({ status: 'overtaken' })
  expect(await wordOf(login, [mine, password])).toBe(password)
  expect(await countOf('sessions', id)).toBe(0)
  expect((await choose(token, theirs)).status).toBe('signed-in')
})

test('a rehash at sign-in does not restore the old password', async () => {
  const { login, id } = await registered(site)
  const token = await resetLink(id)
  // The sign-in rehashes the password, because the test site has stored a cheaper hash than recommended.
  const slow = during(() => choose(token, theirs))
  await signIn(slow, { ...origin, login, password })
  expect(await wordOf(login, [password, theirs])).toBe(theirs)
})

/** Returns dependencies that run `meanwhile` once, while a password is checked. */
function duringCheck(meanwhile: () => Promise<unknown>): AuthDeps {
  let isOver = false
  const check: AuthDeps['passwords']['check'] = async (word, hash) => {
    const checked = await deps.passwords.check(word, hash)
    if (!isOver) {
      isOver = true
      await meanwhile()
    }
    return checked
  }
  return { ...deps, passwords: { check, hash: deps.passwords.hash } }
}

test('a sign-in with the old password starts no session and changes nothing', async () => {
  const { login, id } = await registered(site)
  const token = await resetLink(id)
  const slow = duringCheck(() => choose(token, theirs))
  const before = (await auditOf(site, login)).filter(({ act }) => act === 'session.sign-in').length
  expect(await signIn(slow, { ...origin, login, password })).toEqual({ status: 'wrong' })
  expect([await countOf('sessions', id), await countOf('devices', id)]).toEqual([1, 1])
  expect((await auditOf(site, login)).filter(({ act }) => act === 'session.sign-in').length).toBe(before)
  expect((await signIn(deps, { ...origin, login, password: theirs })).status).toBe('signed-in')
})

test('the old password does not begin a two-step sign-in', async () => {
  const { login, id, visitor } = await registered(site)
  const key = newTotpKey()
  const sid = visitor.cookie('sid') ?? ''
  const session = await openSessions({ ...deps, log: console }).check(sid, Date.now())
  const request = { ...origin, replaces: session?.id, key, code: codeNow(key) }
  expect((await turnOnSecondFactor(deps, await userOf(site, login), request)).status).toBe('on')
  const token = await resetLink(id)
  const slow = duringCheck(() => choose(token, theirs))
  const outcome = await signIn(slow, { ...origin, login, password })
  const pending = outcome.status === 'code-wanted' ? outcome.pending : ''
  expect(await findPendingUser(deps, pending)).toBeUndefined()
  const again = await signIn(deps, { ...origin, login, password: theirs })
  expect(await findPendingUser(deps, again.status === 'code-wanted' ? again.pending : '')).toMatchObject({ id })
})

test('the later of two concurrent changes gets an error that its password was not saved', async () => {
  const { login, visitor } = await registered(site)
  const words = [mine, theirs]
  const answers = await Promise.all(
    words.map((wanted) => visitor.post('/en/account/password', { current: password, wanted })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(answers.find(({ status }) => status === 409)?.html).toContain('Your new password was not saved')
  expect(await wordOf(login, words)).toBe(words[answers.findIndex(({ status }) => status === 303)] ?? '')
})
