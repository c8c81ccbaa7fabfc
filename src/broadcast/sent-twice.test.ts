import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openComposer } from '../../tests/composers.ts'
import { href, paths } from '../paths.ts'

setDefaultTimeout(60_000)

const { site, ask, rowsOf } = await openComposer()
afterAll(() => site.close())

/** Reads the idempotency key of the form on a page that posts to `action`. */
async function keyFrom(page: string, action = page): Promise<string> {
  const { html } = await ask(page)
  const form = html.slice(html.indexOf(`action="${action}"`))
  return /name="formKey" value="([\w-]+)"/.exec(form)?.[1] ?? 'none'
}

async function sendTwice(path: string, fields: Record<string, string>, page = path) {
  const form = { ...fields, formKey: await keyFrom(page, path) }
  const sends = [...(await Promise.all([ask(path, form), ask(path, form)])), await ask(path, form)]
  const [{ location = '' } = {}] = sends
  expect(sends.map(({ status, location }) => [status, location])).toEqual(sends.map(() => [303, location]))
  return location ?? ''
}

const count = async (table: string, where = 'true') =>
  Number((await rowsOf(`select count(*) as count from ${table} where ${where}`))[0]?.count)

const isMade = "act in ('broadcast.create', 'series.create', 'series.step', 'button-template.create')"

test('a repeated form creates one broadcast, series, step, template or view, with equal answers', async () => {
  // Another test of this file creates series too, so the counts are compared.
  const [made, logged] = [await count('series'), await count('audit_log', isMade)]
  const text = { 'text.ru': 'Привет', 'text.en': 'Hello' }
  const broadcast = await sendTwice(paths.newBroadcast, { name: 'News', ...text })
  const id = broadcast.split('/').at(-1) ?? ''
  await sendTwice(href(paths.broadcastCopy, { id }), {}, broadcast)
  expect(await count('broadcasts')).toBe(2)

  const place = await sendTwice(paths.newSeries, { name: 'Welcome', trigger: 'start' })
  const series = place.split('/').at(-1) ?? ''
  await sendTwice(href(paths.newSeriesStep, { id: series }), { ...text, delay: '2', unit: 'hours' })
  expect(await count('broadcasts', 'series_id is not null')).toBe(1)
  await sendTwice(href(paths.seriesCopy, { id: series }), {}, place)
  expect([await count('series'), await count('broadcasts', 'series_id is not null')]).toEqual([made + 2, 2])

  const button = { 'button.0.0.ru': 'Да', 'button.0.0.action': 'url', 'button.0.0.value': 'https://kurs.example' }
  const buttons = { name: 'Links', ...button }
  await sendTwice(paths.newButtonTemplate, buttons)
  expect(await count('button_templates')).toBe(1)
  await sendTwice(paths.adminUsersViews, { name: 'All', query: '' }, paths.adminUsers)
  expect(await count('saved_views')).toBe(1)
  expect(await count('audit_log', isMade)).toBe(logged + 6)
})

test('the form of a removed series, sent again, creates a new one', async () => {
  const fields = { name: 'Again', trigger: 'start', formKey: await keyFrom(paths.newSeries) }
  const first = await ask(paths.newSeries, fields)
  const id = first.location?.split('/').at(-1) ?? ''
  const removed = "update series set state = 'removed' where id = ?"
  await site.appDb.client.execute({ sql: removed, args: [id] })
  const second = await ask(paths.newSeries, fields)
  expect(second.status).toBe(303)
  expect(second.location).not.toBe(first.location)
  expect((await ask(second.location ?? '')).status).toBe(200)
})
