import { test } from 'bun:test'
import type { Page } from 'playwright'
import { codeNow } from '../totp-code.ts'
import { expect, openSite, type Visitor } from './browser.ts'
import { holdTimers, releaseTimers } from './held-timers.ts'
import { violationsWideAndNarrow } from './windows.ts'

const site = openSite()
const password = 'lantern walks at 7'
let count = 0
const newLogin = () => `walker-${++count}`
// Registers a user. The rate limit allows five registrations at once per network, so this file must not make more.

async function register(visitor: Visitor = {}): Promise<{ page: Page; login: string }> {
  const login = newLogin()
  const page = await site.visit('/en/register', visitor)
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(site.url('/en/app'))
  return { page, login }
}

/** Reads the secret key that the page shows for manual entry into an authenticator app. */
async function keyOn(page: Page): Promise<Uint8Array> {
  const text = await page.locator('.factor-key code').textContent()
  const letters = Array.from((text ?? '').replaceAll(/\s/g, ''))
  const bits = letters.map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

async function turnOnSecondFactor(page: Page): Promise<Uint8Array> {
  await page.goto(site.url('/en/account/second-factor'))
  const key = await keyOn(page)
  await page.getByLabel('Code from the app').fill(codeNow(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^\w{5}-\w{5}-\w{5}$/ })).toHaveCount(10)
  return key
}

/** A code of the next half minute, which is already valid: the current code was used to turn on the second factor. */
const nextCode = (key: Uint8Array) => codeNow(key, Date.now() + 30_000)

const userMenu = (page: Page) => page.getByRole('banner').locator('.user-menu summary')

test('a user registers, sets up a second factor, signs out, and signs in with a code', async () => {
  const { page, login } = await register({ permissions: ['clipboard-read', 'clipboard-write'] })
  await userMenu(page).click()
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(site.url('/en/account'))
  const key = await turnOnSecondFactor(page)
  await holdTimers(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await releaseTimers(page)
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(10)
  const saved = page.getByRole('link', { name: 'I have saved them' })
  await saved.click()
  // Waits for the next page before opening the menu: an arriving page closes an open menu.
  await expect(saved).toHaveCount(0)
  await userMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(site.url('/en'))
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(nextCode(key))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(site.url('/en/app'))
  await expect(page.getByRole('heading', { name: 'Hello, Ann' })).toBeVisible()
})

test('the same without JavaScript', async () => {
  const { page, login } = await register({ javaScript: false })
  const key = await turnOnSecondFactor(page)
  await userMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(site.url('/en'))
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(site.url('/en/login?next=%2Fen%2Faccount'))
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(nextCode(key))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(site.url('/en/account'))
})

test('the same by keyboard', async () => {
  // The app polls for alerts, possibly once more while its session ends, so a 401 response is allowed.
  const page = await site.visit('/en/register', { provokes: /alerts\/news.*401|401.*alerts\/news/ })
  await expect(page.getByLabel('Login')).toBeFocused()
  await page.keyboard.type(newLogin())
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ann')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  // Escape closes the menu only once the page's script runs.
  await page.waitForURL(site.url('/en/app'))
  await userMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.user-menu').getByRole('link', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.user-menu').getByRole('link', { name: 'Overview' })).toBeHidden()
  await expect(userMenu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  // The button follows the links.
  const links = await page.locator('.user-menu').getByRole('link').all()
  for (let stops = 0; stops <= links.length; stops++) await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url('/en'))
})

test('the registration form is accessible, focuses the error, and shows password strength', async () => {
  const page = await site.visit('/en/register', { provokes: /422/ })
  expect(await violationsWideAndNarrow(page)).toEqual([])
  await page.getByLabel('Login').fill('ab')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  const login = page.getByLabel('Login')
  await expect(login).toBeFocused()
  await expect(login).toHaveValue('ab')
  await expect(login).toHaveAccessibleDescription(/Use 3 to 40/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  const field = page.getByLabel('Password', { exact: true })
  const strength = page.getByRole('main').getByRole('status')
  for (const [text, words] of [
    ['short', 'Too short'],
    ['password123', 'Too common'],
    ['lantern 17', 'Fair'],
    ['lantern walks', 'Good'],
    [password, 'Strong'],
  ] as const) {
    await field.fill(text)
    await expect(strength).toHaveText(words)
  }
  await login.fill('abc')
  await expect(login).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Use 3 to 40')).toBeHidden()
  await login.fill('ab')
  await expect(login).toHaveAccessibleDescription(/Use 3 to 40/)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('public pages show the user until the next request finds the session ended elsewhere', async () => {
  const { page } = await register({ provokes: /401|Invalid session/ })
  await page.goto(site.url('/en/docs'))
  await expect(userMenu(page)).toHaveText('Ann')
  await userMenu(page).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.context().clearCookies()
  await page.evaluate(() => void fetch('/en/app', { headers: { accept: 'application/json' } }))
  await expect(page).toHaveURL(site.url('/en'))
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('/login is accessible in both modes, wide and narrow', async () => {
  expect(await violationsWideAndNarrow(await site.visit('/login'))).toEqual([])
})

test('account pages are accessible in both modes, wide and narrow, with any accent color', async () => {
  const { page } = await register()
  await page.goto(site.url('/en/account'))
  await page.getByLabel('Choose a color').fill('#ffe623')
  await expect(page.getByLabel('Custom')).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile saved' })).toBeVisible()
  await page.goto(site.url('/en/docs'))
  await expect(page.locator('html')).toHaveCSS('--own-accent', '#ffe623')
  const paths = ['/app', '/account', '/en/account/password', '/account/second-factor', '/en/account/sessions']
  for (const path of [...paths, '/account/confirm']) {
    await site.visit(path, { tab: page })
    expect(await violationsWideAndNarrow(page), path).toEqual([])
  }
})
