import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { type Db, openDb } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { signIn } from '../signed-in.ts'
import { expect } from './browser.ts'
import { findChromium } from './chromium.ts'
import { copyWithDomain, editsOutside } from './new-domain.ts'

setDefaultTimeout(60_000)

let folder: string
let web: ServerProcess
let feed: ServerProcess
const running: ServerProcess[] = []
let browser: Browser | undefined
let db: Db
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-domain-'))
  await copyWithDomain(folder)
  const data = { DATA_DIR: join(folder, 'data'), ASSETS_DIR: join(folder, 'assets') }
  const env = { HOST: '127.0.0.1', ...data, CONTENT_DIR: join(folder, 'content') }
  const start = async (ROLES: string) => {
    const started = await startServer({ ...env, ROLES, HISTORY_DAYS: '1' }, folder)
    running.push(started)
    return started
  }
  web = await start('web')
  feed = await start('feed')
  url = web.url ?? ''
  db = await openDb({ url: `file:${join(folder, 'data/app.db')}` })
})
afterAll(async () => {
  await browser?.close()
  await db?.close()
  await Promise.all(running.map(({ stop }) => stop()))
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, token = ''): Promise<Response> {
  const cookie = token && `sid=${token}`
  return fetch(new URL(path, url), { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
}

test('a new domain is one folder and changes at most six files outside of it', () => {
  expect(new Set(editsOutside.map(([file]) => file)).size).toBeLessThanOrEqual(6)
})

test('it respects the import order, and all of it is reachable and has access rules', async () => {
  const tests = ['tests/architecture.test.ts', 'tests/reach.test.ts', 'tests/access.test.ts']
  // Walks only the route of the new domain: the project's own tests cover the other routes.
  const chosen = '^((?!(one process|feed, ticker) )|one process GET /app/notes )'
  const command = [process.execPath, 'test', '--timeout=600000', ...tests, '-t', chosen]
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn(command, { cwd: folder, env: { PATH, HOME }, stdout: 'ignore', stderr: 'pipe' })
  const [said, status] = [await new Response(child.stderr).text(), await child.exited]
  expect(status, said).toBe(0)
  expect(said).toContain('one process > GET /app/notes > answers those who may')
})

test('its page is in the menu for users who may see it', async () => {
  expect((await ask('/en/app/notes')).headers.get('location')).toBe('/en/login?next=%2Fen%2Fapp%2Fnotes')
  const { token } = await signIn(db, { isHttps: false })
  const app = await (await ask('/en/app', token)).text()
  expect(app).toContain('<a href="/en/app/notes">Notes</a>')
  expect((await ask('/app/notes', token)).status).toBe(200)
})

test('each of its jobs runs in the process of its role and in no other', async () => {
  const ran = async () => {
    const { rows } = await db.client.execute("select distinct request_id from audit_log where act = 'notes.count'")
    return rows.map(({ request_id }) => String(request_id))
  }
  // Jobs with the same interval start together: once both processes have run a job, each had the chance to run the
  // other job too.
  await expect.poll(async () => new Set((await ran()).map((id) => id.split(' ')[1])).size).toBe(2)
  expect((await ran()).toSorted()).toEqual([`feed ${feed.pid}`, `web ${web.pid}`])
})

test('the audit log shows its action with a translated text', async () => {
  const { token } = await makeAdministrator(db, 'Keeper', url)
  await expect
    .poll(async () => (await ask('/en/admin/audit?act=notes.count', token)).text())
    .toContain('<b>Counted the notes</b>')
})

test('its island, behavior and style sheet are loaded with its page', async () => {
  const { token } = await signIn(db, { isHttps: false })
  const path = findChromium()
  browser = await chromium.launch({ ...(path && { executablePath: path }), args: ['--no-sandbox'] })
  const context = await browser.newContext()
  await context.addCookies([{ name: 'sid', value: token, url }])
  const page = await context.newPage()
  await page.goto(new URL('/en/app/notes', url).href)
  const board = page.locator('.notes-board')
  await expect(board).toHaveAttribute('data-notes', 'started')
  await expect(board).toHaveCSS('letter-spacing', '7px')
  const button = page.getByRole('button', { name: 'More' })
  await expect(async () => {
    // Repeats the click, which has no effect until the island is hydrated.
    await button.click()
    await expect(button).not.toHaveText('More 41', { timeout: 1000 })
  }).toPass()
})
