import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { assets } from '../../tests/site.ts'
import { readConfig } from '../config.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { readLocale } from '../http/locale.ts'
import { reactPages } from '../http/render.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { showPage } from './show-page.ts'

const shell = {
  about: readConfig({}).site,
  siteUrl: 'https://kurs.test',
  assets,
  ticker: { url: '', path: '/socket.io/' },
  buildId: 'test',
  navigation: [],
  isDev: false,
}
const viewer = {
  id: '1',
  name: 'Ann',
  isAdmin: false,
  isImpersonated: false,
  accent: null,
  hasWarnings: false,
  unseenAlerts: 0,
}
const page = (
  <DefaultLayout>
    <h1>Bot 7</h1>
  </DefaultLayout>
)
const app = new Hono<AppEnv>()
  .use('*', readLocale, reactPages)
  .get('/en/app/bots/:id', anyone, (c) => showPage(c, { shell }, page, { title: 'Bot 7', isPublic: true }))
  .get('/en/app/mine', anyone, (c) => showPage(c, { shell }, page, { title: 'Bot 7' }))
  .on(['get', 'post'], '/en/app/form/:status', anyone, (c) => {
    c.set('viewer', viewer)
    return showPage(c, { shell }, page, { title: 'A form', status: c.req.param('status') === '422' ? 422 : 200 })
  })

const html = async (path: string) => (await app.request(path)).text()
const appSheet = `<link rel="stylesheet" href="${assets.appCss}"/>`

test("a public page of the app may be indexed, and uses the app's stylesheet", async () => {
  const response = await app.request('/en/app/bots/7')
  expect(response.status).toBe(200)
  expect(response.headers.has('x-robots-tag')).toBe(false)
  const text = await response.text()
  expect(text).toContain('<h1>Bot 7</h1>')
  expect(text).toContain(appSheet)
  expect(text).toContain('<link rel="canonical" href="https://kurs.test/en/app/bots/7"/>')
  expect(text).not.toContain('noindex')
})

test('any other page is hidden from crawlers, and uses the same stylesheet', async () => {
  const text = await html('/en/app/mine')
  expect(text).toContain(appSheet)
  expect(text).toContain('<meta name="robots" content="noindex, follow"/>')
})

test('only personal pages contain the query: a public page is cached for everybody', async () => {
  expect(await html('/en/app/mine?sort=profit')).toContain('href="/app/mine?sort=profit"')
  expect(await html('/en/app/bots/7?sort=profit')).not.toContain('sort=profit')
})

test('a form page can be swapped in, its result cannot', async () => {
  const isFollowed = async (method: string, status: number) => {
    const answer = await app.request(`/en/app/form/${status}`, { method })
    return / data-pages=/.test(await answer.text())
  }
  expect(await isFollowed('get', 200)).toBe(true)
  expect(await isFollowed('get', 422)).toBe(false)
  expect(await isFollowed('post', 200)).toBe(false)
  expect(await isFollowed('post', 422)).toBe(false)
})
