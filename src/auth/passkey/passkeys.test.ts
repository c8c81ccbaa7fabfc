import { describe, expect, test } from 'bun:test'
import { addSecondFactor, auditOf, isSignedIn, password, registered, userOf } from '../../../tests/asvs-people.ts'
import { createAuthenticator } from '../../../tests/doubles/authenticator.ts'
import { add, ask, openPasskeySite } from '../../../tests/passkey-people.ts'
import { createAuthDeps } from '../auth-deps.ts'
import { newChallenge } from './challenge.ts'
import { addPasskey } from './passkeys.ts'

const minute = 60_000
const { site, now, pass, newVisitor, keyHolder, signInByKey } = openPasskeySite()

async function makeAdmin(id: string): Promise<void> {
  await site().appDb.client.execute({ sql: "update users set role = 'admin' where id = ?", args: [id] })
}

test('a new passkey signs its owner in without a password and shows its last use', async () => {
  const holder = await keyHolder()
  const { visitor, answer } = await signInByKey(holder)
  expect([answer.status, answer.location]).toEqual([303, '/en/app'])
  expect(visitor.cookie('device')).toBeDefined()
  const { html } = await visitor.get('/en/account/passkeys')
  expect(html).toContain('Laptop')
  expect(html).toContain('last used on')
  expect((await auditOf(site(), holder.login)).map(({ act }) => act)).toEqual([
    'session.sign-in',
    'user.passkey-add',
    'session.sign-in',
    'user.register',
  ])
})

test("a new passkey ends the other sessions and replaces the requesting session's cookie", async () => {
  const { login, visitor } = await registered(site())
  const other = newVisitor()
  await other.post('/en/login', { login, password })
  const before = visitor.cookie('sid')
  await add(visitor)
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
  expect(visitor.cookie('sid')).not.toBe(before)
})

test("a passkey confirms the user's identity again", async () => {
  const { key, id, visitor } = await keyHolder()
  pass(16 * minute)
  expect((await visitor.get('/en/account/passkeys')).location).toStartWith('/en/account/confirm')
  const page = '/en/account/confirm?next=%2Fen%2Faccount%2Fpasskeys'
  expect(await visitor.read(page)).toContain('data-passkey="confirm"')
  const { token, challenge } = await ask(visitor, 'confirm')
  const wrong = { token, answer: createAuthenticator().get(challenge, id) }
  expect((await visitor.post('/en/account/confirm/passkey', wrong)).status).toBe(401)
  const fields = { token, answer: key.get(challenge, id) }
  const next = '/en/account/confirm/passkey?next=%2Fen%2Faccount%2Fpasskeys'
  expect((await visitor.post(next, fields)).location).toBe('/en/account/passkeys')
  expect((await visitor.get('/en/account/passkeys')).status).toBe(200)
})

test('a new passkey, second factor or password forgets earlier devices', async () => {
  const { id, login, visitor } = await registered(site())
  const devices = async () => {
    const sql = 'select count(*) n from devices where user_id = ?'
    return (await site().appDb.client.execute({ sql, args: [id] })).rows[0]?.n
  }
  const elsewhere = async () => newVisitor().post('/en/login', { login, password })
  await elsewhere()
  expect(await devices()).toBe(2)
  await visitor.post('/en/account/password', { current: password, wanted: password })
  expect(await devices()).toBe(1)
  await elsewhere()
  expect(await devices()).toBe(2)
  const { key } = await addSecondFactor(site(), login, now())
  expect(await devices()).toBe(0)
  expect(key.length).toBeGreaterThan(0)
  const other = await registered(site())
  await newVisitor().post('/en/login', { login: other.login, password })
  await add(other.visitor)
  const sql = 'select count(*) n from devices where user_id = ?'
  expect((await site().appDb.client.execute({ sql, args: [other.id] })).rows[0]?.n).toBe(1)
})

describe('a new passkey is refused', () => {
  test.each([{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { verifies: false }, { type: 'webauthn.get' }])(
    '%p',
    async (options) => {
      const { visitor } = await registered(site())
      const { answer } = await add(visitor, 'X', options)
      expect(answer.status).toBe(422)
      expect(await visitor.read('/en/account/passkeys')).not.toContain('session-list')
    },
  )

  test('if another account has it, or its challenge was already used', async () => {
    const [holder, other] = [await keyHolder(), await registered(site())]
    const { token, challenge } = await ask(other.visitor, 'add')
    const stolen = { name: 'Mine', token, answer: holder.key.create(challenge) }
    expect((await other.visitor.post('/en/account/passkeys', stolen)).status).toBe(422)
    const { fields } = await add(other.visitor)
    expect((await other.visitor.post('/en/account/passkeys', fields)).status).toBe(422)
    expect((await signInByKey(holder)).answer.location).toBe('/en/app')
  })

  test('if its session has ended, and newer sessions stay', async () => {
    const { id, login, visitor } = await registered(site())
    const other = newVisitor()
    await other.post('/en/login', { login, password })
    const secret = 'a secret of nobody but this test'
    const deps = createAuthDeps({
      db: site().appDb,
      events: site().events,
      secret,
      siteUrl: 'https://kurs.test',
      isOpen: true,
      now,
    })
    const asked = { subject: visitor.cookie('sid')?.split('.')[0] ?? '', browser: 'a browser' }
    const origin = { address: '10.9.9.8', requestId: 'test', userAgent: 'A test' }
    const addOne = async () => {
      const { challenge, token } = newChallenge(secret, { ...asked, use: 'add' }, now())
      const answer = createAuthenticator().create(challenge)
      return addPasskey(deps, await userOf(site(), login), { ...origin, ...asked, token, answer, name: 'Late' })
    }
    await visitor.post('/api/auth/logout', {})
    expect(await addOne()).toEqual({ status: 'stale' })
    const sql = 'select count(*) n from passkeys where user_id = ?'
    expect((await site().appDb.client.execute({ sql, args: [id] })).rows[0]?.n).toBe(0)
    expect(await isSignedIn(other)).toBe(true)
  })

  test('after thirty attempts of one user', async () => {
    const { visitor } = await registered(site())
    const { token } = await ask(visitor, 'add')
    const statuses = []
    for (let tries = 0; tries < 31; tries++) {
      statuses.push((await visitor.post('/en/account/passkeys', { name: '', token, answer: '' })).status)
    }
    expect(statuses.slice(29)).toEqual([422, 429])
  })

  test('beyond ten, even for concurrent requests', async () => {
    const { id, visitor } = await keyHolder()
    const sql = `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      select 'full-' || ? || value, ?, 'Old', x'00', 0, '', 0 from json_each('[1,2,3,4,5,6,7,8]')`
    await site().appDb.client.execute({ sql, args: [id, id] })
    const [one, two] = [createAuthenticator(), createAuthenticator()]
    const asked = [await ask(visitor, 'add'), await ask(visitor, 'add')]
    const answers = await Promise.all(
      [one, two].map((key, at) => {
        const { token = '', challenge = '' } = asked[at] ?? {}
        return visitor.post('/en/account/passkeys', { name: '', token, answer: key.create(challenge) })
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([303, 303])
    const count = 'select count(*) n from passkeys where user_id = ?'
    expect((await site().appDb.client.execute({ sql: count, args: [id] })).rows[0]?.n).toBe(10)
    // Uses the session that is still valid: the first of the two requests above has ended the session of the second.
    const { token = '', challenge = '' } = await ask(visitor, 'add')
    const eleventh = createAuthenticator().create(challenge)
    const refused = await visitor.post('/en/account/passkeys', { name: '', token, answer: eleventh })
    expect(refused.status).not.toBe(303)
    expect((await site().appDb.client.execute({ sql: count, args: [id] })).rows[0]?.n).toBe(10)
  })
})

describe('passkeys of an account', () => {
  test('are renamed and removed only by their owner', async () => {
    const [holder, other] = [await keyHolder(), await keyHolder()]
    await other.visitor.post('/en/account/passkeys/name', { id: holder.key.id, name: 'Stolen' })
    await other.visitor.post('/en/account/passkeys/removal', { id: holder.key.id })
    expect(await holder.visitor.read('/en/account/passkeys')).toContain('Laptop')
    await holder.visitor.post('/en/account/passkeys/name', { id: holder.key.id, name: 'Yubi <b>Key</b>' })
    expect(await holder.visitor.read('/en/account/passkeys')).toContain('Yubi &lt;b&gt;Key')
    await holder.visitor.post('/en/account/passkeys/removal', { id: holder.key.id })
    expect((await signInByKey(holder)).answer.status).toBe(401)
    const sql = 'select count(*) n from recovery_codes where user_id = ?'
    expect((await site().appDb.client.execute({ sql, args: [holder.id] })).rows[0]?.n).toBe(0)
    const visitor = newVisitor()
    expect((await visitor.post('/en/login', { login: holder.login, password })).location).toBe('/en/app')
  })

  test('leave an administrator one second factor of either kind', async () => {
    const { id, login, key, visitor } = await keyHolder()
    await makeAdmin(id)
    const removed = await visitor.post('/en/account/passkeys/removal', { id: key.id })
    expect(removed.status).toBe(403)
    expect((await visitor.get('/en/admin/users')).status).toBe(200)
    await addSecondFactor(site(), login, now())
    const again = (await signInByKey({ key, id })).visitor
    expect((await again.post('/en/account/second-factor/removal', { password })).status).toBe(303)
    expect((await userOf(site(), login)).totpSecret).toBeNull()
    expect((await again.post('/en/account/passkeys/removal', { id: key.id })).status).toBe(403)
  })
})

describe('a user with only a passkey', () => {
  test('sees it as a second factor and the codes left, and returns to it from new codes', async () => {
    const { visitor } = await keyHolder()
    const { html } = await visitor.get('/en/account/second-factor')
    expect(html).toContain('Two-factor authentication is on: you have a passkey.')
    expect(html).not.toContain('Or add a passkey instead of codes')
    expect(await visitor.read('/en/account/passkeys')).toContain('10 unused recovery codes are left.')
    await visitor.post('/en/account/second-factor/codes', {})
    const { html: codes } = await visitor.get('/en/account/second-factor/codes')
    expect(codes).toMatch(/href="\/en\/account\/passkeys"[^>]*>I have saved them/)
  })

  test('does not read that two-factor authentication is off when app codes are removed', async () => {
    const holder = await keyHolder()
    await addSecondFactor(site(), holder.login, now())
    const { visitor } = await signInByKey(holder)
    await visitor.post('/en/account/second-factor/removal', { password })
    const { html } = await visitor.get('/en/account/second-factor')
    expect(html).not.toContain('Two-factor authentication is off.')
    expect(html).toContain('Codes from the app are off. Your passkeys still protect your account.')
  })
})
