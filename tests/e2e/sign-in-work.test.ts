import { test } from 'bun:test'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Route } from 'playwright'
import { openDb } from '../../src/db/client.ts'
import { cheapPasswords } from '../password-cost.ts'
import { addUsers } from '../users.ts'
import { expect, openSite } from './browser.ts'

const site = openSite()

/** Somebody who guesses from another of the addresses that this machine has for itself. */
function guess(login: string, localAddress: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const options = { method: 'POST', localAddress, headers }
  const sent = request(site.url('/api/auth/login'), options, (answer) => {
    answer.resume()
    resolve(answer.statusCode)
  })
  sent.on('error', reject)
  sent.end(JSON.stringify({ login, password: `guess from ${localAddress}` }))
  return promise
}

/** Somebody whose guessed passwords cost the server next to nothing. */
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

test('while very many guess, the browser works for a moment and its try is heard', async () => {
  const [login, password] = ['worker', 'lantern walks at 7']
  await addWorker(login, password)
  // More than the thirty that are heard from new networks, and the one that comes back each minute.
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
  // Luck may end the work with its first hashes: that it is sent then too shows where a bit is enough.
  await page.route('**/en/login', askForOneBit, { times: 1 })
  await submit()
  await expect(page.getByRole('alert')).toContainText('your browser will run a short check')
  await expect(page.locator('form[data-can-work][data-work-bits="1"]')).toBeVisible()
  await submit()
  await expect(page.locator('form[data-can-work][data-work-bits="18"]')).toBeVisible()
  await submit()
  await expect(page).toHaveURL(site.url('/en/app'))
})
