import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { addUsers, seedUsers } from '../users.ts'
import { expect, openSite, type Visitor } from './browser.ts'
import { excessIn, violationsWideAndNarrow } from './windows.ts'

const site = openSite()

let db: Db
let session: string
beforeAll(async () => {
  db = await site.openAppDb()
  session = (await makeAdministrator(db, 'Keeper', site.url('/'))).token
  await seedUsers(db, 300)
}, 120_000)
afterAll(() => db.close())

let count = 0
async function someUser(): Promise<{ id: string; login: string }> {
  const login = `walker-${++count}`
  const [id = ''] = await addUsers(db, [{ login, name: `Walker ${count}` }])
  return { id, login }
}

/** Opens an administration page, and waits until the keyboard shortcuts of its list work. */
async function openList(path: string, visitor: Visitor = {}): Promise<Page> {
  const page = await site.visit(path, { session, ...visitor })
  await expect(search(page)).toHaveAttribute('aria-keyshortcuts', '/')
  return page
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const rows = (page: Page) => page.locator('[data-row]')
const total = (page: Page) => page.locator('.list-total')
// Finds the notice in its toast: it is moved there, and for a moment both exist.
const toast = (page: Page) => page.locator('.toasts').getByRole('status')

describe('by keyboard', () => {
  test('slash focuses the search, j and k move, x selects, Enter opens', async () => {
    const page = await openList('/en/admin/users?sort=login&q=user')
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await search(page).fill('user11')
    await expect(total(page)).toHaveText('11 users')
    await expect(search(page)).toBeFocused()
    await expect(page).toHaveURL(site.url('/en/admin/users?q=user11&sort=login'))
    await search(page).pressSequentially('jx')
    await expect(search(page)).toHaveValue('user11jx')
    // Waits for this response, which would otherwise overwrite the next one.
    await expect(rows(page)).toHaveCount(0)
    await search(page).fill('user11')
    await expect(total(page)).toHaveText('11 users')
    await search(page).blur()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expect(page.getByRole('checkbox', { name: 'Select user11', exact: true })).toBeChecked()
    await expect(page.locator('[data-chosen]')).toContainText('2')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/en\/admin\/users\/0198/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('the question mark shows the shortcuts; saved views close on Escape and an outside click', async () => {
    const page = await openList('/en/admin/users')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await expect(keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()

    const views = page.locator('summary', { hasText: 'Saved views' })
    const save = page.getByRole('button', { name: 'Save view' })
    await views.click()
    await expect(save).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(save).toBeHidden()
    await expect(views).toBeFocused()
    await views.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(save).toBeHidden()
  })

  test('focus stays on the pressed control, and moves to the first user on another page', async () => {
    const page = await openList('/en/admin/users?q=user')
    const chip = page.getByRole('link', { name: /^Linked/ })
    await chip.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(site.url('/en/admin/users?q=user&telegram=linked'))
    await expect(page.getByRole('link', { name: /^Linked/ })).toBeFocused()
    const sort = page.getByRole('link', { name: 'Login' })
    await sort.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('th[aria-sort=ascending]')).toBeVisible()
    await expect(page.locator('#sort-login')).toBeFocused()
    await page.locator('#page-next').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/after=/)
    await expect(page.locator('#page-next')).toHaveCount(0)
    await expect(rows(page).first().getByRole('link')).toBeFocused()
  })
})

describe('by mouse', () => {
  test('another page of the list is shown from its first user', async () => {
    const page = await openList('/en/admin/users?q=user')
    for (const pages of [1, 2]) {
      const first = await rows(page).first().getAttribute('id')
      await page.locator('#page-next').click()
      await expect(rows(page).first()).not.toHaveAttribute('id', first ?? '')
      await expect(rows(page).first().getByRole('link')).toBeFocused()
      await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
      await expect(page.locator('#page-previous'), `page ${pages}`).toHaveCount(1)
    }
    await page.locator('#page-previous').click()
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
  })

  test('filters narrow the list without a reload, and Back widens it again', async () => {
    const page = await openList('/en/admin/users?q=user')
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await page.getByRole('link', { name: /^Banned/ }).click()
    await expect(total(page)).toHaveText('3 users')
    await expect(page.locator('body[data-same-page]')).toHaveCount(1)
    await expect(page).toHaveURL(site.url('/en/admin/users?q=user&status=banned'))
    await search(page).fill('user50')
    await expect(total(page)).toHaveText('1 user')
    await expect(page).toHaveURL(site.url('/en/admin/users?q=user50&status=banned'))
    await page.goBack()
    await expect(page).toHaveURL(site.url('/en/admin/users?q=user'))
    await expect(total(page)).toHaveText('300 users')
  })

  test('a user is banned and the ban is undone', async () => {
    const { id } = await someUser()
    const page = await site.visit(`/en/admin/users/${id}`, { session })
    await page.getByLabel('Reason').fill('A mistake')
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(toast(page)).toContainText('User banned')
    await expect(page).toHaveURL(site.url(`/en/admin/users/${id}`))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page)).toContainText('Undone')
    await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible()
  })

  test('a checkbox has a target of 24 px; a bulk ban asks first', async () => {
    const [first, second] = [await someUser(), await someUser()]
    const page = await openList('/en/admin/users?q=walker')
    const tick = page.getByRole('checkbox', { name: `Select ${first.login}` })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await tick.scrollIntoViewIfNeeded()
      const misses = await tick.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const [left, top] = [x + width / 2, y + height / 2]
        const corners = [-11.5, 11.5].flatMap((dx) => [-11.5, 11.5].map((dy) => [left + dx, top + dy] as const))
        return corners.filter(([x, y]) => document.elementFromPoint(x, y) !== element)
      })
      expect([width, misses]).toEqual([width, []])
    }
    for (const { login } of [first, second]) await page.getByRole('checkbox', { name: `Select ${login}` }).check()
    await page.getByRole('button', { name: 'Continue…' }).click()
    await page.getByLabel('Reason').fill('Spam')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('[data-bulk=changed]')).toHaveText('2')
  })

  test('a list without a response shows an error', async () => {
    const page = await openList('/en/admin/users', { provokes: /ERR_INTERNET_DISCONNECTED|htmx:error/ })
    await page.context().setOffline(true)
    await search(page).fill('user1')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.context().setOffline(false)
    await search(page).fill('user12')
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

test('without JavaScript, links filter and forms search and ban', async () => {
  const { login } = await someUser()
  const page = await site.visit('/en/admin/users', { session, javaScript: false })
  await page.getByRole('link', { name: /^Active/ }).click()
  await search(page).fill(login)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(site.url(`/en/admin/users?q=${login}&status=active`))
  await rows(page).getByRole('link').click()
  await page.getByLabel('Reason').fill('Spam')
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.locator('.flash')).toContainText('User banned')
  await page.getByRole('button', { name: 'Unban' }).click()
  await expect(page.locator('.flash')).toContainText('User unbanned')
})

test.each(['/en/admin/users?q=user5', '/en/admin/users/:id', '/admin/audit', '/en/admin/users/invitation'])(
  '%s fits windows of any width, and axe finds nothing',
  async (path) => {
    const { id } = await someUser()
    const page = await site.visit(path.replace(':id', id), { session })
    expect(await violationsWideAndNarrow(page)).toEqual([])
    for (const width of [320, 768]) {
      expect(await excessIn(page, width)).toEqual([])
      // Names and times in cards are fully visible, without scrolling.
      for (const list of await page.locator('.users-scroll').all())
        expect(await list.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0)
    }
  },
)
