import { beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import { openDb } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { expect, openSite } from './browser.ts'
import { painted, recordShifts, shiftsOf } from './layout-shift.ts'
import { isFont, receivePieces, sevenPieces } from './pieces.ts'
import { openSlowLine } from './slow-line.ts'

const site = openSite({ isCold: true, hasMotion: true, market: true })

let session: string
beforeAll(async () => {
  const db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  session = (await makeAdministrator(db, 'Keeper', site.url('/'))).token
  await db.close()
  await expect.poll(async () => (await fetch(site.url('/'))).text()).toContain('ticker-strip')
}, 120_000)

/**
 * Small layout shifts are allowed: prices determine where a page is cut, and a button may wrap when its text arrives
 * after its icon.
 */
const smallShift = 0.02

test.each([
  '/',
  '/app',
  '/en/app',
  '/app/enigma',
  '/en/app/enigma/BTCUSDT',
  '/app/alerts',
  '/account/sessions',
  '/en/account/password',
  '/account/passkeys',
  '/admin/users',
])('%s has no layout shift while it arrives piece by piece', async (path) => {
  const moved = [390, 1440].map(async (width) => {
    await using line = openSlowLine(site.url('/'), { piecesOf: sevenPieces, isLost: isFont })
    // Allows every message: prices come from the site itself, whose socket does not go through this slow line, and the
    // page reports that.
    const visitor = { session, width, prepare: recordShifts, isLoading: true, provokes: /./ }
    const page = await site.visit(line.url + path, visitor)
    await receivePieces(page, line, 7)
    await page.waitForFunction(() => document.documentElement.dataset.behaviors === 'ready')
    await painted(page)
    const shifts = await shiftsOf(page, smallShift)
    await page.close()
    return shifts
  })
  expect((await Promise.all(moved)).flat()).toEqual([])
})
