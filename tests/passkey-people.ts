import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { registered } from './asvs-people.ts'
import { type AuthenticatorOptions, createAuthenticator } from './doubles/authenticator.ts'
import { createTestSite, type TestSite } from './site.ts'
import { type CookieVisitor, createVisitor } from './visitor.ts'

export interface AskedChallenge {
  token: string
  challenge: string
  allowed: string[]
}

/** Opens a site for the tests of one file, with users who sign in with passkeys. */
export function openPasskeySite() {
  setDefaultTimeout(60_000)
  let now = Date.UTC(2026, 10, 23, 9)
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({ now: () => now })
  })
  afterAll(() => site.close())

  /** Registers a user with one passkey and the recovery codes shown for it. */
  const keyHolder = async () => {
    const owner = await registered(site)
    const { key, answer } = await add(owner.visitor)
    expect([answer.status, answer.location]).toEqual([303, '/en/account/second-factor/codes'])
    const { html } = await owner.visitor.get('/en/account/second-factor/codes')
    const codes = [...html.matchAll(/<code>([a-z0-9-]{17})<\/code>/g)].map(([, code = '']) => code)
    expect(codes).toHaveLength(10)
    return { ...owner, key, codes }
  }
  type Holder = Awaited<ReturnType<typeof keyHolder>>

  return {
    site: () => site,
    /** The site's clock, ms UTC; it advances only when a test calls `pass`. */
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    newVisitor: () => createVisitor(site),
    keyHolder,
    signInByKey: async ({ key, id }: Pick<Holder, 'key' | 'id'>, options?: AuthenticatorOptions) => {
      const visitor = createVisitor(site)
      const { token, challenge } = await ask(visitor, 'sign-in')
      const fields = { token, answer: key.get(challenge, id, options) }
      return { visitor, fields, answer: await visitor.post('/en/login/passkey', fields) }
    },
  }
}

export async function ask(
  visitor: CookieVisitor,
  use: 'sign-in' | 'second-step' | 'confirm' | 'add',
): Promise<AskedChallenge> {
  const own = use === 'confirm' || use === 'add'
  const answer = await visitor.post(own ? '/api/account/passkey-challenge' : '/api/auth/passkey-challenge', { use })
  expect(answer.status).toBe(200)
  const { token, publicKey } = JSON.parse(answer.html)
  const allowed = [publicKey.allowCredentials ?? []].flat().map(({ id }: { id: string }) => id)
  return { token, challenge: publicKey.challenge, allowed }
}

export async function add(visitor: CookieVisitor, name = 'Laptop', options?: AuthenticatorOptions) {
  const key = createAuthenticator()
  const { token, challenge } = await ask(visitor, 'add')
  const fields = { name, token, answer: key.create(challenge, options) }
  return { key, fields, answer: await visitor.post('/en/account/passkeys', fields) }
}
