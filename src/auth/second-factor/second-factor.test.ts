import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, registered, signIn } from '../../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { codeNow } from '../../../tests/totp-code.ts'
import { createSeal } from '../secrets/seal.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

test('after the secret is replaced, authenticator codes fail and recovery codes still work', async () => {
  const { login } = await registered(site)
  const { key, recoveryCodes } = await addSecondFactor(site, login, Date.now())
  await site.appDb.client.execute({
    sql: 'update users set totp_secret = ? where login = ?',
    args: [createSeal('the secret of earlier').seal(key), login],
  })
  const { visitor } = await signIn(site, login)
  expect((await visitor.post('/en/login', { code: codeNow(key) })).status).toBe(401)
  expect((await visitor.post('/en/login', { code: recoveryCodes[0] ?? '' })).status).toBe(303)
})
