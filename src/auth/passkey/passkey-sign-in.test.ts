import { describe, expect, test } from 'bun:test'
import { addSecondFactor, isSignedIn, password } from '../../../tests/asvs-people.ts'
import { type AuthenticatorOptions, createAuthenticator } from '../../../tests/doubles/authenticator.ts'
import { ask, openPasskeySite } from '../../../tests/passkey-people.ts'

const minute = 60_000
const { site, now, pass, newVisitor, keyHolder, signInByKey } = openPasskeySite()

describe('a sign-in is refused', () => {
  const wrong: [string, AuthenticatorOptions][] = [
    ['made for another site', { origin: 'https://kurs.example' }],
    ['made for another name', { rpId: 'example' }],
    ['without showing who holds it', { verifies: false }],
    ["with somebody else's handle", { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['without a handle', { userHandle: '' }],
    ['of another kind', { type: 'webauthn.create' }],
  ]
  test.each(wrong)('%s', async (_, options) => {
    const holder = await keyHolder()
    const { visitor, answer } = await signInByKey(holder, options)
    expect(answer.status).toBe(401)
    expect(answer.html).toContain('This passkey did not work')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('with an unknown passkey, with the same message', async () => {
    const { answer } = await signInByKey({ key: createAuthenticator(), id: 'nobody' })
    expect(answer.status).toBe(401)
    expect(answer.html).toContain('This passkey did not work')
  })

  test.each(['', '{}', '{"id":"a"}', 'x'.repeat(9000)])('with malformed input: %#', async (text) => {
    const visitor = newVisitor()
    const { token } = await ask(visitor, 'sign-in')
    expect((await visitor.post('/en/login/passkey', { token, answer: text })).status).toBe(401)
  })

  test('with a counter that went backward, which indicates a copied key', async () => {
    const holder = await keyHolder()
    expect((await signInByKey(holder, { counter: 7 })).answer.status).toBe(303)
    expect((await signInByKey(holder, { counter: 7 })).answer.status).toBe(401)
    expect((await signInByKey(holder, { counter: 8 })).answer.status).toBe(303)
  })

  test('for a banned owner, who sees the reason', async () => {
    const holder = await keyHolder()
    const sql = "update users set status = 'banned', ban_reason = 'spam' where id = ?"
    await site().appDb.client.execute({ sql, args: [holder.id] })
    const { answer } = await signInByKey(holder)
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('spam')
  })

  test('after thirty attempts from one network', async () => {
    const visitor = newVisitor()
    const statuses = []
    for (let tries = 0; tries < 31; tries++) {
      statuses.push((await visitor.post('/en/login/passkey', { token: '', answer: '' })).status)
    }
    expect(statuses.slice(29)).toEqual([401, 429])
  })
})

describe('a challenge', () => {
  test('is valid once, even for concurrent requests', async () => {
    const { key, id } = await keyHolder()
    const visitor = newVisitor()
    const { token, challenge } = await ask(visitor, 'sign-in')
    const fields = { token, answer: key.get(challenge, id) }
    const answers = await Promise.all([1, 2].map(() => visitor.post('/en/login/passkey', fields)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401])
  })

  test('is valid for five minutes', async () => {
    const { key, id } = await keyHolder()
    const visitor = newVisitor()
    const [first, second] = [await ask(visitor, 'sign-in'), await ask(visitor, 'sign-in')]
    pass(5 * minute - 1)
    const inTime = { token: first.token, answer: key.get(first.challenge, id) }
    expect((await visitor.post('/en/login/passkey', inTime)).status).toBe(303)
    pass(1)
    const late = { token: second.token, answer: key.get(second.challenge, id) }
    await visitor.post('/api/auth/logout', {})
    const answer = await visitor.post('/en/login/passkey', late)
    expect(answer.status).toBe(401)
    expect(answer.html).toContain('has run out')
  })

  test('is valid only in the requesting browser and for its purpose', async () => {
    const { key, id, visitor: own } = await keyHolder()
    const [asking, other] = [newVisitor(), newVisitor()]
    await ask(other, 'sign-in')
    const { token, challenge } = await ask(asking, 'sign-in')
    const fields = { token, answer: key.get(challenge, id) }
    expect((await other.post('/en/login/passkey', fields)).status).toBe(401)
    const confirm = await ask(own, 'confirm')
    await own.post('/api/auth/logout', {})
    const borrowed = { token: confirm.token, answer: key.get(confirm.challenge, id) }
    expect((await own.post('/en/login/passkey', borrowed)).status).toBe(401)
    expect((await asking.post('/en/login/passkey', fields)).status).toBe(303)
  })

  test('is issued at most three hundred times at once per network', async () => {
    const visitor = newVisitor()
    for (let asked = 0; asked < 300; asked++) await ask(visitor, 'sign-in')
    const answer = await visitor.post('/api/auth/passkey-challenge', { use: 'sign-in' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('is stored nowhere until it is answered correctly', async () => {
    const count = async () => (await site().appDb.client.execute('select count(*) n from account_links')).rows[0]?.n
    const before = await count()
    const visitor = newVisitor()
    for (let tries = 0; tries < 5; tries++) {
      const { token, challenge } = await ask(visitor, 'sign-in')
      await visitor.post('/en/login/passkey', { token, answer: createAuthenticator().get(challenge, 'nobody') })
    }
    expect(await count()).toBe(before)
  })
})

describe('after the password', () => {
  const halfWay = async (login: string) => {
    const visitor = newVisitor()
    const { location } = await visitor.post('/en/login', { login, password })
    expect(location).toBe('/en/login')
    expect(await isSignedIn(visitor)).toBe(false)
    return visitor
  }

  test('a passkey is accepted as the second step, like codes of an app', async () => {
    const holder = await keyHolder()
    const visitor = await halfWay(holder.login)
    const page = await visitor.get('/en/login')
    expect(page.html).toContain('data-passkey="second-step"')
    expect(page.html).not.toContain('six-digit')
    const { token, challenge, allowed } = await ask(visitor, 'second-step')
    expect(allowed).toEqual([holder.key.id])
    const answer = await visitor.post('/en/login/passkey', { token, answer: holder.key.get(challenge, holder.id) })
    expect([answer.status, answer.location]).toEqual([303, '/en/app'])
    await addSecondFactor(site(), holder.login, now())
    const both = (await (await halfWay(holder.login)).get('/en/login')).html
    expect(both).toContain('data-passkey="second-step"')
    expect(both).toContain('six-digit')
  })

  test("another user's passkey counts as a wrong code, and five end the step", async () => {
    const [holder, other] = [await keyHolder(), await keyHolder()]
    const visitor = await halfWay(holder.login)
    for (let tries = 0; tries < 5; tries++) {
      const { token, challenge } = await ask(visitor, 'second-step')
      const fields = { token, answer: other.key.get(challenge, other.id) }
      expect((await visitor.post('/en/login/passkey', fields)).status).toBe(401)
    }
    expect((await visitor.post('/api/auth/passkey-challenge', { use: 'second-step' })).status).toBe(401)
    const sql = 'select wrong_codes from account_warnings where user_id = ?'
    expect((await site().appDb.client.execute({ sql, args: [holder.id] })).rows[0]?.wrong_codes).toBe(5)
  })

  test('a recovery code replaces a lost passkey', async () => {
    const { login, codes } = await keyHolder()
    const visitor = await halfWay(login)
    const answer = await visitor.post('/en/login?recovery=1', { code: codes[0] ?? '' })
    expect([answer.status, answer.location]).toEqual([303, '/en/app'])
  })

  test('the pending step ends when the password changes', async () => {
    const { login, visitor: own, codes } = await keyHolder()
    const visitor = await halfWay(login)
    const changed = await own.post('/en/account/password', { current: password, wanted: 'fifteen quiet otters 3' })
    expect(changed.status).toBe(303)
    expect((await visitor.post('/en/login?recovery=1', { code: codes[0] ?? '' })).status).toBe(401)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('API clients are asked for the passkey like for a code', async () => {
    const { login } = await keyHolder()
    const visitor = newVisitor()
    const answer = await visitor.post('/api/auth/login', { login, password })
    expect(answer.location).toBe('/login')
    expect(await isSignedIn(visitor)).toBe(false)
  })
})
