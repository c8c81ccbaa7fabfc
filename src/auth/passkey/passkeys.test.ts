import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, auditOf, isSignedIn, password, registered, userOf } from '../../../tests/asvs-people.ts'
import { type AuthenticatorOptions, createAuthenticator } from '../../../tests/doubles/authenticator.ts'
import { createVisitor, type FormVisitor } from '../../../tests/form-visitor.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { createAuthDeps } from '../auth-deps.ts'
import { addPasskey } from './add-passkey.ts'
import { newChallenge } from './challenge.ts'

setDefaultTimeout(600_000)

const minute = 60_000
/** The site's clock, ms UTC: it only moves forward, when a test says so. */
let now = Date.UTC(2026, 10, 23, 9)
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

interface Asked {
  token: string
  challenge: string
  allowed: string[]
}

async function ask(visitor: FormVisitor, use: 'sign-in' | 'second-step' | 'confirm' | 'add'): Promise<Asked> {
  const own = use === 'confirm' || use === 'add'
  const answer = await visitor.send(own ? '/api/account/passkey-challenge' : '/api/auth/passkey-challenge', { use })
  expect(answer.status).toBe(200)
  const { token, publicKey } = JSON.parse(answer.html)
  const allowed = [publicKey.allowCredentials ?? []].flat().map(({ id }: { id: string }) => id)
  return { token, challenge: publicKey.challenge, allowed }
}

async function add(visitor: FormVisitor, name = 'Laptop', options?: AuthenticatorOptions) {
  const key = createAuthenticator()
  const { token, challenge } = await ask(visitor, 'add')
  const fields = { name, token, answer: key.create(challenge, options) }
  return { key, fields, answer: await visitor.send('/en/account/passkeys', fields) }
}

/** Somebody with one passkey and the codes that were shown for it. */
async function keyHolder() {
  const owner = await registered(site)
  const { key, answer } = await add(owner.visitor)
  expect([answer.status, answer.location]).toEqual([303, '/en/account/second-factor/codes'])
  const { html } = await owner.visitor.open('/en/account/second-factor/codes')
  const codes = [...html.matchAll(/<code>([a-z0-9-]{17})<\/code>/g)].map(([, code = '']) => code)
  expect(codes).toHaveLength(10)
  return { ...owner, key, codes }
}

type Holder = Awaited<ReturnType<typeof keyHolder>>

async function signInByKey({ key, id }: Pick<Holder, 'key' | 'id'>, options?: AuthenticatorOptions) {
  const visitor = createVisitor(site)
  const { token, challenge } = await ask(visitor, 'sign-in')
  const fields = { token, answer: key.get(challenge, id, options) }
  return { visitor, fields, answer: await visitor.send('/en/login/passkey', fields) }
}

async function makeAdmin(id: string): Promise<void> {
  await site.appDb.client.execute({ sql: "update users set role = 'admin' where id = ?", args: [id] })
}

test('a passkey is added, signs its owner in without a password, and says when it was used', async () => {
  const holder = await keyHolder()
  const { visitor, answer } = await signInByKey(holder)
  expect([answer.status, answer.location]).toEqual([303, '/en/app'])
  expect(visitor.cookie('device')).toBeDefined()
  const { html } = await visitor.open('/en/account/passkeys')
  expect(html).toContain('Laptop')
  expect(html).toContain('last used on')
  expect((await auditOf(site, holder.login)).map(({ act }) => act)).toEqual([
    'session.sign-in',
    'user.passkey-add',
    'session.sign-in',
    'user.register',
  ])
})

test('a new passkey ends the other sessions, and the cookie of the one that asked', async () => {
  const { login, visitor } = await registered(site)
  const other = createVisitor(site)
  await other.send('/en/login', { login, password })
  const before = visitor.cookie('sid')
  await add(visitor)
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
  expect(visitor.cookie('sid')).not.toBe(before)
})

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

  test('with a passkey that nobody has, in the same words', async () => {
    const { answer } = await signInByKey({ key: createAuthenticator(), id: 'nobody' })
    expect(answer.status).toBe(401)
    expect(answer.html).toContain('This passkey did not work')
  })

  test.each(['', '{}', '{"id":"a"}', 'x'.repeat(9000)])('with what no browser sends: %#', async (text) => {
    const visitor = createVisitor(site)
    const { token } = await ask(visitor, 'sign-in')
    expect((await visitor.send('/en/login/passkey', { token, answer: text })).status).toBe(401)
  })

  test('with a counter that has gone back; a copy of the key is one', async () => {
    const holder = await keyHolder()
    expect((await signInByKey(holder, { counter: 7 })).answer.status).toBe(303)
    expect((await signInByKey(holder, { counter: 7 })).answer.status).toBe(401)
    expect((await signInByKey(holder, { counter: 8 })).answer.status).toBe(303)
  })

  test('when its owner is banned, who is told why', async () => {
    const holder = await keyHolder()
    const sql = "update users set status = 'banned', ban_reason = 'spam' where id = ?"
    await site.appDb.client.execute({ sql, args: [holder.id] })
    const { answer } = await signInByKey(holder)
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('spam')
  })

  test('after thirty tries of one network', async () => {
    const visitor = createVisitor(site)
    const statuses = []
    for (let tries = 0; tries < 31; tries++) {
      statuses.push((await visitor.send('/en/login/passkey', { token: '', answer: '' })).status)
    }
    expect(statuses.slice(29)).toEqual([401, 429])
  })
})

describe('a challenge', () => {
  test('is good once, even where two send it together', async () => {
    const { key, id } = await keyHolder()
    const visitor = createVisitor(site)
    const { token, challenge } = await ask(visitor, 'sign-in')
    const fields = { token, answer: key.get(challenge, id) }
    const answers = await Promise.all([1, 2].map(() => visitor.send('/en/login/passkey', fields)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401])
  })

  test('is good for five minutes', async () => {
    const { key, id } = await keyHolder()
    const visitor = createVisitor(site)
    const [first, second] = [await ask(visitor, 'sign-in'), await ask(visitor, 'sign-in')]
    now += 5 * minute - 1
    const inTime = { token: first.token, answer: key.get(first.challenge, id) }
    expect((await visitor.send('/en/login/passkey', inTime)).status).toBe(303)
    now += 1
    const late = { token: second.token, answer: key.get(second.challenge, id) }
    await visitor.send('/api/auth/logout', {})
    const answer = await visitor.send('/en/login/passkey', late)
    expect(answer.status).toBe(401)
    expect(answer.html).toContain('has run out')
  })

  test('is good in the browser that asked, for what it was asked for', async () => {
    const { key, id, visitor: own } = await keyHolder()
    const [asking, other] = [createVisitor(site), createVisitor(site)]
    await ask(other, 'sign-in')
    const { token, challenge } = await ask(asking, 'sign-in')
    const fields = { token, answer: key.get(challenge, id) }
    expect((await other.send('/en/login/passkey', fields)).status).toBe(401)
    const confirm = await ask(own, 'confirm')
    await own.send('/api/auth/logout', {})
    const borrowed = { token: confirm.token, answer: key.get(confirm.challenge, id) }
    expect((await own.send('/en/login/passkey', borrowed)).status).toBe(401)
    expect((await asking.send('/en/login/passkey', fields)).status).toBe(303)
  })

  test('is given three hundred times at once to a network', async () => {
    const visitor = createVisitor(site)
    for (let asked = 0; asked < 300; asked++) await ask(visitor, 'sign-in')
    const answer = await visitor.send('/api/auth/passkey-challenge', { use: 'sign-in' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('is written down nowhere until it is answered rightly', async () => {
    const count = async () => (await site.appDb.client.execute('select count(*) n from account_links')).rows[0]?.n
    const before = await count()
    const visitor = createVisitor(site)
    for (let tries = 0; tries < 5; tries++) {
      const { token, challenge } = await ask(visitor, 'sign-in')
      await visitor.send('/en/login/passkey', { token, answer: createAuthenticator().get(challenge, 'nobody') })
    }
    expect(await count()).toBe(before)
  })
})

describe('after the password', () => {
  const halfWay = async (login: string) => {
    const visitor = createVisitor(site)
    const { location } = await visitor.send('/en/login', { login, password })
    expect(location).toBe('/en/login')
    expect(await isSignedIn(visitor)).toBe(false)
    return visitor
  }

  test('a passkey is the second step, beside codes of an app', async () => {
    const holder = await keyHolder()
    const visitor = await halfWay(holder.login)
    const page = await visitor.open('/en/login')
    expect(page.html).toContain('data-passkey="second-step"')
    expect(page.html).not.toContain('six-digit')
    const { token, challenge, allowed } = await ask(visitor, 'second-step')
    expect(allowed).toEqual([holder.key.id])
    const answer = await visitor.send('/en/login/passkey', { token, answer: holder.key.get(challenge, holder.id) })
    expect([answer.status, answer.location]).toEqual([303, '/en/app'])
    await addSecondFactor(site, holder.login, now)
    const both = (await (await halfWay(holder.login)).open('/en/login')).html
    expect(both).toContain('data-passkey="second-step"')
    expect(both).toContain('six-digit')
  })

  test('one of somebody else is none, is counted as a wrong code, and five end the step', async () => {
    const [holder, other] = [await keyHolder(), await keyHolder()]
    const visitor = await halfWay(holder.login)
    for (let tries = 0; tries < 5; tries++) {
      const { token, challenge } = await ask(visitor, 'second-step')
      const fields = { token, answer: other.key.get(challenge, other.id) }
      expect((await visitor.send('/en/login/passkey', fields)).status).toBe(401)
    }
    expect((await visitor.send('/api/auth/passkey-challenge', { use: 'second-step' })).status).toBe(401)
    const sql = 'select wrong_codes from account_warnings where user_id = ?'
    expect((await site.appDb.client.execute({ sql, args: [holder.id] })).rows[0]?.wrong_codes).toBe(5)
  })

  test('a recovery code stands in for a lost passkey', async () => {
    const { login, codes } = await keyHolder()
    const visitor = await halfWay(login)
    const answer = await visitor.send('/en/login?recovery=1', { code: codes[0] ?? '' })
    expect([answer.status, answer.location]).toEqual([303, '/en/app'])
  })

  test('it is over once the password is another', async () => {
    const { login, visitor: own, codes } = await keyHolder()
    const visitor = await halfWay(login)
    const changed = await own.send('/en/account/password', { current: password, wanted: 'fifteen quiet otters 3' })
    expect(changed.status).toBe(303)
    expect((await visitor.send('/en/login?recovery=1', { code: codes[0] ?? '' })).status).toBe(401)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('programs are asked for it as for a code', async () => {
    const { login } = await keyHolder()
    const visitor = createVisitor(site)
    const answer = await visitor.send('/api/auth/login', { login, password })
    expect(answer.location).toBe('/login')
    expect(await isSignedIn(visitor)).toBe(false)
  })
})

test('a passkey proves again who somebody is', async () => {
  const { key, id, visitor } = await keyHolder()
  now += 16 * minute
  expect((await visitor.open('/en/account/passkeys')).location).toStartWith('/en/account/confirm')
  const page = '/en/account/confirm?next=%2Fen%2Faccount%2Fpasskeys'
  expect((await visitor.open(page)).html).toContain('data-passkey="confirm"')
  const { token, challenge } = await ask(visitor, 'confirm')
  const wrong = { token, answer: createAuthenticator().get(challenge, id) }
  expect((await visitor.send('/en/account/confirm/passkey', wrong)).status).toBe(401)
  const fields = { token, answer: key.get(challenge, id) }
  const next = '/en/account/confirm/passkey?next=%2Fen%2Faccount%2Fpasskeys'
  expect((await visitor.send(next, fields)).location).toBe('/en/account/passkeys')
  expect((await visitor.open('/en/account/passkeys')).status).toBe(200)
})

describe('a new passkey is refused', () => {
  test.each([{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { verifies: false }, { type: 'webauthn.get' }])(
    '%p',
    async (options) => {
      const { visitor } = await registered(site)
      const { answer } = await add(visitor, 'X', options)
      expect(answer.status).toBe(422)
      expect((await visitor.open('/en/account/passkeys')).html).not.toContain('session-list')
    },
  )

  test('where another account has it, and where the challenge was used', async () => {
    const [holder, other] = [await keyHolder(), await registered(site)]
    const { token, challenge } = await ask(other.visitor, 'add')
    const stolen = { name: 'Mine', token, answer: holder.key.create(challenge) }
    expect((await other.visitor.send('/en/account/passkeys', stolen)).status).toBe(422)
    const { fields } = await add(other.visitor)
    expect((await other.visitor.send('/en/account/passkeys', fields)).status).toBe(422)
    expect((await signInByKey(holder)).answer.location).toBe('/en/app')
  })

  test('after its session has ended, so that sessions which began since stay', async () => {
    const { id, login, visitor } = await registered(site)
    const other = createVisitor(site)
    await other.send('/en/login', { login, password })
    const secret = 'a secret of nobody but this test'
    const deps = createAuthDeps({
      db: site.appDb,
      events: site.events,
      secret,
      siteUrl: 'https://kurs.test',
      isOpen: true,
      now: () => now,
    })
    const asked = { subject: visitor.cookie('sid')?.split('.')[0] ?? '', browser: 'a browser' }
    const origin = { address: '10.9.9.8', requestId: 'test', userAgent: 'A test' }
    const addOne = async () => {
      const { challenge, token } = newChallenge(secret, { ...asked, use: 'add' }, now)
      const answer = createAuthenticator().create(challenge)
      return addPasskey(deps, await userOf(site, login), { ...origin, ...asked, token, answer, name: 'Late' })
    }
    await visitor.send('/api/auth/logout', {})
    expect(await addOne()).toEqual({ status: 'stale' })
    const sql = 'select count(*) n from passkeys where user_id = ?'
    expect((await site.appDb.client.execute({ sql, args: [id] })).rows[0]?.n).toBe(0)
    expect(await isSignedIn(other)).toBe(true)
  })

  test('after thirty tries of one person', async () => {
    const { visitor } = await registered(site)
    const { token } = await ask(visitor, 'add')
    const statuses = []
    for (let tries = 0; tries < 31; tries++) {
      statuses.push((await visitor.send('/en/account/passkeys', { name: '', token, answer: '' })).status)
    }
    expect(statuses.slice(29)).toEqual([422, 429])
  })

  test('beyond ten, also of two that are sent together', async () => {
    const { id, visitor } = await keyHolder()
    const sql = `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      select 'full-' || ? || value, ?, 'Old', x'00', 0, '', 0 from json_each('[1,2,3,4,5,6,7,8]')`
    await site.appDb.client.execute({ sql, args: [id, id] })
    const [one, two] = [createAuthenticator(), createAuthenticator()]
    const asked = [await ask(visitor, 'add'), await ask(visitor, 'add')]
    const answers = await Promise.all(
      [one, two].map((key, at) => {
        const { token = '', challenge = '' } = asked[at] ?? {}
        return visitor.send('/en/account/passkeys', { name: '', token, answer: key.create(challenge) })
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([303, 303])
    const count = 'select count(*) n from passkeys where user_id = ?'
    expect((await site.appDb.client.execute({ sql: count, args: [id] })).rows[0]?.n).toBe(10)
  })
})

describe('passkeys of an account', () => {
  test('are renamed and removed by their owner alone', async () => {
    const [holder, other] = [await keyHolder(), await keyHolder()]
    await other.visitor.send('/en/account/passkeys/name', { id: holder.key.id, name: 'Stolen' })
    await other.visitor.send('/en/account/passkeys/removal', { id: holder.key.id })
    expect((await holder.visitor.open('/en/account/passkeys')).html).toContain('Laptop')
    await holder.visitor.send('/en/account/passkeys/name', { id: holder.key.id, name: 'Yubi <b>Key</b>' })
    expect((await holder.visitor.open('/en/account/passkeys')).html).toContain('Yubi &lt;b&gt;Key')
    await holder.visitor.send('/en/account/passkeys/removal', { id: holder.key.id })
    expect((await signInByKey(holder)).answer.status).toBe(401)
    const sql = 'select count(*) n from recovery_codes where user_id = ?'
    expect((await site.appDb.client.execute({ sql, args: [holder.id] })).rows[0]?.n).toBe(0)
    const visitor = createVisitor(site)
    expect((await visitor.send('/en/login', { login: holder.login, password })).location).toBe('/en/app')
  })

  test('leave an administrator one second factor, of either kind', async () => {
    const { id, login, key, visitor } = await keyHolder()
    await makeAdmin(id)
    const removed = await visitor.send('/en/account/passkeys/removal', { id: key.id })
    expect(removed.status).toBe(403)
    expect((await visitor.open('/en/admin/users')).status).toBe(200)
    await addSecondFactor(site, login, now)
    const again = (await signInByKey({ key, id })).visitor
    expect((await again.send('/en/account/second-factor/removal', { password })).status).toBe(303)
    expect((await userOf(site, login)).totpSecret).toBeNull()
    expect((await again.send('/en/account/passkeys/removal', { id: key.id })).status).toBe(403)
  })
})
