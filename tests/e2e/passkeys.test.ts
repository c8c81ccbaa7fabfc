import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite()
const password = 'lantern walks at 7'

/** Adds a virtual authenticator; the test decides whether its owner agrees to requests automatically. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  /** Sets whether the owner agrees to requests from now on */
  const agree = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { agree }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('.user-menu summary').click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(site.url('/en'))
}

test('a passkey is added, signs in, serves as second factor, and is removed', async () => {
  const page = await site.visit('/en/register')
  const { agree } = await withAuthenticator(page)
  await page.getByLabel('Login').fill('key-holder')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(site.url('/en/app'))

  await agree(true)
  await page.goto(site.url('/en/account/passkeys'))
  await page.getByLabel('Name', { exact: true }).fill('This laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await agree(false)

  await signOut(page)
  // The owner agrees from now on, so autofill offers the passkey and chooses it at once.
  await agree(true)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(site.url('/en/app'))
  await agree(false)

  await signOut(page)
  await page.goto(site.url('/en/login'))
  await page.getByLabel('Login').fill('key-holder')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await agree(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(site.url('/en/app'))

  await agree(false)
  await signOut(page)
  // Simulates a browser without passkey autofill, where the user presses the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(site.url('/en/login'))
  await agree(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(site.url('/en/app'))

  await page.goto(site.url('/en/account/passkeys'))
  await expect(page.getByText('last used on')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey of yours.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the passkey: This laptop' }).click()
  await expect(page.getByText('This laptop')).toBeHidden()
})
