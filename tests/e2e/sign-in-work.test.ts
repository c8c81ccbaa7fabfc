import { test } from 'bun:test'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Route } from 'playwright'
import { openDb } from '../../src/db/client.ts'
import { cheapPasswords } from '../password-cost.ts'
import { addUsers } from '../users.ts'
import { sameOrigin } from '../visitor.ts'
import { expect, openSite } from './browser.ts'

const site = openSite()

/** Tries a password from another loopback address of this machine. */
function guess(login: string, localAddress: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { ...sameOrigin, 'content-type': 'application/json' }
  const options = { method: 'POST', localAddress, headers }
  const sent = request(site.url('/api/auth/login'), options, (answer) => {
    answer.resume()
    resolve(answer.statusCode)
  })
  sent.on('error', reject)
  sent.end(JSON.stringify({ login, password: `guess from ${localAddress}` }))
  return promise
}

/** Adds a user with a cheap password hash, so that guesses cost the server almost nothing. */
async function addWorker(login: string, password: string): Promise<void> {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  const [id = ''] = await addUsers(db, [{ login }])
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id', ...cheapPasswords })
  await db.client.execute({ sql: 'update users set password_hash = ? where id = ?', args: [hash, id] })
  await db.close()
}

async function askForOneBit(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.text()).replace('data-work-bits="18"', 'data-work-bits="1"')
  await route.fulfill({ response, body })
}

test('under many guesses the browser solves a proof of work and its attempt is checked', async () => {
  const [login, password] = ['worker', 'lantern walks at 7']
  await addWorker(login, password)
  // More addresses than the thirty accepted from new networks plus the one refilled each minute.
  const addresses = Array.from({ length: 36 }, (_, at) => `127.7.0.${at + 2}`)
  const answers = []
  for (const address of addresses) answers.push(await guess(login, address))
  expect(answers.at(-1)).toBe(429)

  const page = await site.visit('/en/login', { provokes: /429/ })
  const submit = async () => {
    await page.getByLabel('Login').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  // Asks for only one bit of work, because with luck the first hashes already solve it: the form must be sent then too.
  await page.route('**/en/login', askForOneBit, { times: 1 })
  await submit()
  await expect(page.getByRole('alert')).toContainText('your browser will run a short check')
  await expect(page.locator('form[data-can-work][data-work-bits="1"]')).toBeVisible()
  await submit()
  await expect(page.locator('form[data-can-work][data-work-bits="18"]')).toBeVisible()
  await submit()
  await expect(page).toHaveURL(site.url('/en/app'))
})
