import { test } from 'bun:test'
import type { Page } from 'playwright'
import { makeAdministrator } from '../administrator.ts'
import { isFull } from '../property-runs.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

/** Pages that differ most; a full run takes all kinds. */
const paths = [
  '/en/app/enigma',
  '/en/app',
  '/en/app/charts',
  '/en/app/alerts',
  '/app/alerts',
  '/en/app/bots',
  '/en/app/bots/new?strategy=ma-cross',
  '/en/app/paper/BTCUSDT',
  '/en/account',
  '/en/admin/users',
  '/en/admin/telegram/broadcast/create',
]
const otherPaths = [
  '/en/app/bots/new',
  '/en/app/enigma/BTCUSDT',
  '/en/app/bots/backtest',
  '/en/app/bots/sweep',
  '/en/app/bots/compare',
  '/en/app/paper',
  '/en/account/sessions',
  '/en/account/password',
  '/en/account/second-factor',
  '/en/account/passkeys',
  '/en/account/telegram',
  '/en/account/tokens',
  '/en/admin/audit',
  '/en/admin/content',
  '/en/admin/contact',
  '/en/admin/users/invitation',
  '/en/admin/telegram/broadcast',
  '/en/admin/telegram/series',
  '/en/admin/telegram/series/create',
  '/en/admin/telegram/broadcast/button-templates/create',
]

/** Message that the browser logs when a page is left while its socket was connecting */
const leftEarly = /WebSocket is closed before the connection is established/

/** Adds two fired alerts that the user has not seen, and one that waits. */
async function addAlerts(userId: string): Promise<void> {
  const db = await site.openAppDb()
  for (const [id, firedAt] of [
    ['one', Date.now() - 60_000],
    ['two', Date.now() - 30_000],
    ['waits', null],
  ] as const) {
    const sql = `insert into price_alerts (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price)
      values (?, ?, 'ETHUSDT', 'level', ?, 2900, '', 0, ?, 3000.5)`
    // The price never gets to the level of the alert that waits.
    const level = firedAt === null ? 900_000 : 3000
    await db.client.execute({ sql, args: [id, userId, level, firedAt] })
  }
  await db.close()
}

/** Deletes the waiting alert. @returns the HTML of the toast that offers to undo this */
async function deleteAlert(page: Page): Promise<string> {
  await page
    .getByRole('region', { name: /^Active/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  const toast = page.getByRole('region', { name: 'Messages' })
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  return toast.innerHTML()
}

/** Shows the toast and the offer of a new version, as after a deletion on a page before and a new build. */
function fillDock(toast: string): void {
  const [region, offer] = ['[data-toasts]', '[data-new-version]'].map((part) =>
    document.querySelector<HTMLElement>(part),
  )
  if (!region || !offer) throw new Error('The page has no dock')
  region.innerHTML = toast
  offer.hidden = false
}

/** Returns the visible controls with a point, their center or near a corner, that belongs to another element. */
async function coveredControls(): Promise<string[]> {
  // The page reserves the dock's height in the frame after a new size.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const describe = (element: Element | null) =>
    element ? `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 30)}` : 'nothing'
  const isShown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    return width > 2 && height > 2 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const owns = (control: Element, hit: Element) => {
    const label = hit.closest('label')
    // The button that shows a password stands inside its field on purpose.
    const isInside = hit.closest('.field-button')?.parentElement === control.parentElement
    return control.contains(hit) || label?.control === control || isInside
  }
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown).flatMap((control) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box = control.getBoundingClientRect()] = control.getClientRects()
    const radius = Math.min(
      Number.parseFloat(getComputedStyle(control).borderTopLeftRadius),
      box.height / 2,
      box.width / 2,
    )
    const inset = Math.max(2, 0.4 * radius)
    const points = [
      [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
      [box.left + inset, box.top + inset],
      [box.right - inset, box.top + inset],
      [box.left + inset, box.bottom - inset],
      [box.right - inset, box.bottom - inset],
    ] as const
    const covering = points.flatMap(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && !owns(control, hit) ? [describe(hit)] : []
    })
    return covering.length > 0 ? [`${describe(control)} is under ${covering[0]} (${covering.length} of 5)`] : []
  })
}

/** Marks the tiles of the heat map as they are while history loads. */
function markTiles(): void {
  for (const tile of document.querySelectorAll('.heat-tile:not(:has(.asset-mark))')) {
    const mark = Object.assign(document.createElement('span'), { className: 'asset-mark' })
    mark.textContent = 'loading history'
    tile.append(mark)
  }
}

/**
 * Returns the controls whose text their box cuts without a mark, and, in wide windows, the rows that scroll sideways
 * although a mouse finds no scroll bar there.
 */
function cutTexts(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>('a[href], button, summary, nav')]
  return elements.flatMap((element) => {
    const { overflowX, textOverflow, scrollbarWidth } = getComputedStyle(element)
    const { clientWidth, scrollWidth } = element
    if (clientWidth <= 2 || scrollWidth <= clientWidth + 1 || !element.checkVisibility()) return []
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis'
    const isUnseen = overflowX === 'auto' && scrollbarWidth === 'none' && innerWidth > 1000
    return isCut || isUnseen ? [`${element.localName}.${element.className} cuts ${element.textContent}`] : []
  })
}

/** Returns the controls of the page that are under something that stays in the window when they get the focus. */
function hiddenInFocus(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)')
  return [...controls].flatMap((control) => {
    control.focus()
    const { left, right, top, height } = control.getBoundingClientRect()
    if (document.activeElement !== control || height === 0) return []
    const hit = document.elementFromPoint((left + right) / 2, top + height / 2)
    const bar = hit?.closest('.bot-form-acts, .users-bulk, .chart-controls, .dock')
    return bar && !bar.contains(control)
      ? [`${control.localName} ${control.textContent} is under ${bar.className}`]
      : []
  })
}

test('news, an undo and a new version together cover no control of any page', async () => {
  const db = await site.openAppDb()
  const { user, token: session } = await makeAdministrator(db, 'Presser', site.url('/'))
  await db.close()
  await addAlerts(user.id)
  const page = await site.visit('/en/app/alerts', { session, provokes: leftEarly })
  const toast = await deleteAlert(page)
  const covered: string[] = []
  for (const path of isFull ? [...paths, ...otherPaths] : paths) {
    await page.goto(site.url(path))
    await expect(page.getByRole('button', { name: /Notifications|Уведомления/ })).toBeVisible()
    // The list of alerts says itself what has fired.
    if (!path.endsWith('/app/alerts')) await expect(page.locator('.alert-news-bar')).toBeVisible()
    await page.evaluate(fillDock, toast)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(markTiles)
      const found = [...(await page.evaluate(coveredControls)), ...(await page.evaluate(cutTexts))]
      covered.push(...found.map((each) => `${path} at ${width}: ${each}`))
    }
    const hidden = await page.evaluate(hiddenInFocus)
    covered.push(...hidden.map((each) => `${path} in focus at 320: ${each}`))
  }
  expect(covered).toEqual([])
  // A full run measures every control of 29 pages three times.
}, 240_000)
