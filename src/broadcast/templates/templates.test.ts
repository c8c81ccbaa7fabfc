import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { addBroadcast } from '../../../tests/outbox.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'

setDefaultTimeout(60_000)

const home = '/en/admin/telegram/broadcast/button-templates'
let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Composer')
})
afterAll(() => site.close())

const get = (path = '') => site.as(admin).get(home + path)
const post = (path: string, fields: Record<string, string>) => site.as(admin).post(home + path, fields)

const button = (label: string) => ({
  'button.0.0.ru': label,
  'button.0.0.action': 'url',
  'button.0.0.value': 'https://kurs.example',
})

async function rowOf(name: string) {
  const { rows } = await site.appDb.client.execute({
    sql: 'select * from button_templates where name = ?',
    args: [name],
  })
  return rows[0]
}

/** Creates a template through its form. @returns the id of the template */
async function made(name: string): Promise<string> {
  expect((await post('/create', { name, ...button(name) })).status).toBe(303)
  return String((await rowOf(name))?.id)
}

async function acts(id: string): Promise<string[]> {
  const sql = 'select act from audit_log where subject_id = ? order by id'
  const { rows } = await site.appDb.client.execute({ sql, args: [`button-template:${id}`] })
  return rows.map(({ act }) => String(act))
}

test('a template is created, shown, edited and removed, each with an audit line', async () => {
  const id = await made('Open the site')
  expect((await get()).html).toContain('Open the site')
  const { html } = await get(`/${id}`)
  expect(html).toContain('value="https://kurs.example"')
  const seen = /name="seen" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await post(`/${id}`, { name: 'Renamed', seen, ...button('Дальше') })).status).toBe(303)
  expect(String((await rowOf('Renamed'))?.rows)).toBe('[[{"text":{"ru":"Дальше"},"url":"https://kurs.example"}]]')
  expect((await post(`/${id}/removal`, {})).status).toBe(303)
  expect([(await get(`/${id}`)).status, await rowOf('Renamed')]).toEqual([404, undefined])
  expect(await acts(id)).toEqual(['button-template.create', 'button-template.edit', 'button-template.remove'])
})

test('the menu marks only the templates as current, not the broadcasts above them', async () => {
  for (const [path, mark] of [['', 'page'] as const, ['/create', 'true'] as const]) {
    const [menu = ''] = /<nav class="part-nav".*?<\/nav>/s.exec((await get(path)).html) ?? []
    expect([...menu.matchAll(/href="([^"]+)" aria-current="(\w+)"/g)].map(([, ...found]) => found)).toEqual([
      [home, mark],
    ])
  }
})

test('without JavaScript the form grows row by row, and saves nothing meanwhile', async () => {
  const name = 'Growing'
  const row = await post('/create', { name, change: 'row.add' })
  expect(row.status).toBe(200)
  expect(row.html).toContain('name="button.0.0.value"')
  const more = await post('/create', { name, ...button('Да'), change: 'button.add-0' })
  expect(more.html).toContain('name="button.0.1.value"')
  expect(more.html).toContain('value="Да"')
  expect(await rowOf(name)).toBeUndefined()
})

test('what Telegram would refuse is reported at its field, with Telegram’s text', async () => {
  const refused = await post('/create', { name: ' ', ...button('Да'), 'button.0.0.value': 'kurs' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Enter a name.')
  expect(refused.html).toContain('Wrong HTTP URL')
  expect((await post('/create', { name: 'None' })).html).toContain('Add at least one button.')
  await made('Twice')
  expect(await post('/create', { name: 'Twice', ...button('Да') })).toMatchObject({ status: 422 })
})

test('a conflicting edit is reported, and keeps the input', async () => {
  const id = await made('Contested')
  const seen = String((await rowOf('Contested'))?.updated_at)
  expect((await post(`/${id}`, { name: 'Contested', seen, ...button('Первый') })).status).toBe(303)
  const late = await post(`/${id}`, { name: 'Contested', seen, ...button('Второй') })
  expect(late.status).toBe(409)
  expect(late.html).toContain('value="Второй"')
  expect(String((await rowOf('Contested'))?.rows)).toContain('Первый')
  const again = /name="seen" value="(\d+)"/.exec(late.html)?.[1] ?? ''
  expect((await post(`/${id}`, { name: 'Contested', seen: again, ...button('Второй') })).status).toBe(303)
})

test('the page lists the broadcasts that use exactly these buttons', async () => {
  const id = await made('Used')
  const rows = String((await rowOf('Used'))?.rows).slice(1, -1)
  const content = (buttons: string) => `{"text":{"ru":"x"},"media":[],"buttons":[${buttons}],"hasLinkPreview":true}`
  await site.appDb.client.batch(
    [
      ['With it', content(`[{"text":{"ru":"y"},"url":"https://a.example"}],${rows}`)],
      ['Without it', content('')],
    ].map(([name = '', text = '']) => ({
      sql: `insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
        values (?, ?, 'draft', ?, '{}', 1, 1)`,
      args: [Bun.randomUUIDv7(), name, text],
    })),
    'write',
  )
  const { html } = await get(`/${id}`)
  expect(html).toContain('>With it</a>')
  expect(html).not.toContain('>Without it</a>')
})

test('the number of templates is limited', async () => {
  await site.appDb.client.execute({
    sql: `insert into button_templates (id, name, rows, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select 'full-' || i, 'Full ' || i, '[]', 1, 1 from n
      limit max(0, ? - (select count(*) from button_templates))`,
    args: [199, 199],
  })
  expect((await post('/create', { name: 'The last one', ...button('Да') })).status).toBe(303)
  const full = await post('/create', { name: 'One more', ...button('Да') })
  expect(full.status).toBe(409)
  expect(full.html).toContain('There are already 200 templates.')
  expect(await rowOf('One more')).toBeUndefined()
  await site.appDb.client.execute("delete from button_templates where id like 'full-%'")
  expect((await post('/create', { name: 'One more', ...button('Да') })).status).toBe(303)
})

test('a broadcast still uses a template after its buttons were moved or mixed with others', async () => {
  const second = { 'button.0.1.ru': 'Ответ', 'button.0.1.action': 'callback', 'button.0.1.value': 'Спасибо' }
  expect((await post('/create', { name: 'Moved', ...button('Сюда'), ...second })).status).toBe(303)
  const [here, answer] = JSON.parse(String((await rowOf('Moved'))?.rows))[0]
  const other = { text: { ru: 'Другая' }, url: 'https://kurs.example/other' }
  const moved = await addBroadcast(site.appDb, { content: { buttons: [[answer], [other, here]] } })
  const half = await addBroadcast(site.appDb, { content: { buttons: [[here]] } })
  const { html } = await get(`/${String((await rowOf('Moved'))?.id)}`)
  expect([html.includes(moved), html.includes(half)]).toEqual([true, false])
})
