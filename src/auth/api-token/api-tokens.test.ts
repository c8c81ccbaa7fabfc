import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { askForToken, tokenOf } from '../../../tests/token.ts'
import { until } from '../../../tests/until.ts'
import type { Scope } from '../scopes.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { openApiTokens } from './api-tokens.ts'
import { newTokenText } from './token-text.ts'

setDefaultTimeout(60_000)

let now = Date.UTC(2026, 10, 23, 9)
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const somebody = () => signIn(site.appDb, { now })
const tokenFor = (person: SignedIn, ...scopes: Scope[]) => tokenOf(site, person, { scopes, now })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  site.app.request(path, { ...init, headers: { ...headers } })

async function statusOf(token: string): Promise<number> {
  return (await ask('/api/auth/me', bearer(token))).status
}

describe('an API token', () => {
  test('authenticates its owner within its scopes', async () => {
    const person = await somebody()
    const answer = await ask('/api/auth/me', bearer(await tokenFor(person, 'account:read')))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await answer.json()).user.id).toBe(person.id)
  })

  test('identifies an owner with only a passkey as one with a second factor', async () => {
    const person = await somebody()
    const token = await tokenFor(person, 'account:read')
    const tokens = openApiTokens({ db: site.appDb, log: console })
    const hasSecondFactor = async () => (await tokens.check(token, now))?.user.hasSecondFactor
    expect(await hasSecondFactor()).toBe(false)
    const sql = `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      values (?, ?, 'Key', x'00', 0, '', ?)`
    await site.appDb.client.execute({ sql, args: [`key of ${person.id}`, person.id, now] })
    expect(await hasSecondFactor()).toBe(true)
  })

  test('without the scope gets 403, and an invalid one 401', async () => {
    const few = await ask('/api/auth/tokens', bearer(await tokenFor(await somebody(), 'backtest')))
    expect([few.status, few.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
    expect(few.headers.get('www-authenticate')).toBe(
      'Bearer realm="Kurs", error="insufficient_scope", scope="account:read"',
    )
    for (const token of ['', 'x', newTokenText().text]) {
      const none = await ask('/api/market/assets', bearer(token))
      expect([none.status, none.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
      expect(none.headers.get('www-authenticate')).toBe('Bearer realm="Kurs", error="invalid_token"')
    }
    const stranger = await ask('/api/auth/tokens', {})
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Kurs"'])
  })

  test('with the id of one token and the secret of another is invalid', async () => {
    const token = await tokenFor(await somebody(), 'account:read')
    const row = await site.appDb.client.execute({
      sql: 'update api_tokens set hash = ? where id = ?',
      args: [newTokenText().hash, token.slice(5, 18)],
    })
    expect(row.rowsAffected).toBe(1)
    expect(await statusOf(token)).toBe(401)
  })

  test('takes precedence over a session cookie sent with it', async () => {
    const [owner, other] = [await somebody(), await somebody()]
    const headers = { ...bearer(await tokenFor(owner, 'account:read')), cookie: other.cookie }
    expect((await (await ask('/api/auth/me', headers)).json()).user.id).toBe(owner.id)
    const bad = await ask('/api/auth/me', { ...bearer('none'), cookie: other.cookie })
    expect(bad.status).toBe(401)
  })

  test('opens no pages, forms, administration or routes without a scope', async () => {
    const person = await somebody()
    const everything = await tokenFor(person, 'market:read', 'backtest', 'bots:read', 'bots:write', 'account:read')
    await site.appDb.client.execute({ sql: "update users set role = 'admin' where id = ?", args: [person.id] })
    const headers = bearer(everything)
    for (const path of ['/app', '/account/tokens', '/account', '/admin/users']) {
      const answer = await ask(path, { ...headers, accept: 'text/html', cookie: person.cookie })
      expect([path, answer.status, answer.headers.get('location')?.startsWith('/login')]).toEqual([path, 303, true])
    }
    expect((await ask('/api/market/layouts', { ...headers, cookie: person.cookie })).status).toBe(401)
    const form = { method: 'POST', body: new URLSearchParams({ name: 'Else' }) }
    expect((await ask('/account', headers, form)).headers.get('location')).toStartWith('/login')
  })

  test('does not let a foreign page act through a cookie', async () => {
    const person = await somebody()
    const post = { method: 'POST', body: '{}' }
    const foreign = { cookie: person.cookie, origin: 'https://elsewhere.test', 'content-type': 'application/json' }
    expect((await ask('/api/bots/backtest', foreign, post)).status).toBe(403)
    // An API client with a cookie jar is identified by its token, not by the cookie.
    const program = { cookie: person.cookie, ...bearer(await tokenFor(person, 'backtest')) }
    expect((await ask('/api/bots/backtest', program, post)).status).toBe(422)
    expect((await ask('/api/bots/backtest', { ...program, ...foreign }, post)).status).toBe(403)
  })

  test('has its own rate limit, independent of its network', async () => {
    const person = await somebody()
    const [first, second] = [await tokenFor(person, 'backtest'), await tokenFor(person, 'backtest')]
    const from = (token: string) =>
      site.app.fetch(
        new Request('https://kurs.test/api/bots/strategies', { headers: bearer(token) }),
        () => '192.0.2.77',
      )
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await from(first)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect((await from(second)).status).toBe(200)
  })
})

describe('the time of last use', () => {
  const usedAt = async (token: string) => {
    const sql = 'select used_at from api_tokens where id = ?'
    return (await site.appDb.client.execute({ sql, args: [token.slice(5, 18)] })).rows[0]?.used_at
  }

  test('is written at most once a minute', async () => {
    const token = await tokenFor(await somebody(), 'account:read')
    expect(await usedAt(token)).toBeNull()
    const first = now
    expect(await statusOf(token)).toBe(200)
    await until(async () => (await usedAt(token)) === first)
    now += 59_999
    expect(await statusOf(token)).toBe(200)
    expect(await usedAt(token)).toBe(first)
    now += 1
    expect(await statusOf(token)).toBe(200)
    await until(async () => (await usedAt(token)) === first + 60_000)
  })
})

describe('a token becomes invalid', () => {
  test('when it expires', async () => {
    const token = await tokenOf(site, await somebody(), { scopes: ['account:read'], now, forMs: 1000 })
    expect(await statusOf(token)).toBe(200)
    now += 1000
    expect(await statusOf(token)).toBe(401)
  })

  test('when all sessions of its owner end, and not when only some do', async () => {
    const person = await somebody()
    const token = await tokenFor(person, 'account:read')
    const end = (except?: string) =>
      writeSessionEnd({ db: site.appDb, events: site.events }, (endOf) => [
        endOf(except === undefined ? { userId: person.id } : { userId: person.id, except }),
      ])
    await end('another')
    expect(await statusOf(token)).toBe(200)
    await end()
    expect(await statusOf(token)).toBe(401)
  })

  test('when its account is deleted, or while the account is banned', async () => {
    const [gone, banned] = [await somebody(), await somebody()]
    const [ofGone, ofBanned] = [await tokenFor(gone, 'account:read'), await tokenFor(banned, 'account:read')]
    await site.appDb.client.execute({ sql: 'delete from users where id = ?', args: [gone.id] })
    await site.appDb.client.execute({ sql: "update users set status = 'banned' where id = ?", args: [banned.id] })
    expect([await statusOf(ofGone), await statusOf(ofBanned)]).toEqual([401, 401])
  })
})

describe('a user', () => {
  const ids = async (person: SignedIn): Promise<string[]> => {
    const answer = await ask('/api/auth/tokens', { cookie: person.cookie })
    return (await answer.json()).tokens.map(({ id }: { id: string }) => id)
  }

  test('has at most twenty tokens, even with concurrent requests; expired ones are replaced', async () => {
    const person = await somebody()
    const wishes = { scopes: ['account:read'] as const, now, forMs: 1000 }
    const made = await Promise.all(Array.from({ length: 25 }, () => askForToken(site, person, wishes)))
    expect(made.filter(({ status }) => status === 'made')).toHaveLength(20)
    expect(await ids(person)).toHaveLength(20)
    now += 1000
    expect((await askForToken(site, person, { ...wishes, now })).status).toBe('made')
    expect(await ids(person)).toHaveLength(1)
  })

  test('sees only their own tokens, and which one is in use', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const token = await tokenFor(person, 'account:read', 'backtest')
    await tokenFor(other, 'account:read')
    const { tokens } = await (await ask('/api/auth/tokens', bearer(token))).json()
    expect(tokens).toHaveLength(1)
    const [{ usedAt, ...rest }] = tokens
    // The time of use is written in the background.
    expect([null, now]).toContain(usedAt)
    expect(rest).toEqual({
      id: token.slice(5, 18),
      name: 'A test',
      scopes: ['backtest', 'account:read'],
      createdAt: now,
      expiresAt: now + 86_400_000,
      isThis: true,
    })
  })

  test('gets no token if the session ended meanwhile', async () => {
    const person = await somebody()
    const asked = askForToken(site, person, { now })
    await writeSessionEnd({ db: site.appDb, events: site.events }, (end) => [end({ userId: person.id })])
    const { status } = await asked.catch(() => ({ status: 'over' }))
    if (status === 'made') expect(await ids(person)).toEqual([])
    else expect(['too-many', 'over']).toContain(status)
  })
})
