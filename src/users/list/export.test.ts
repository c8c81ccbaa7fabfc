import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'

setDefaultTimeout(60_000)

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

const evil = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '=HYPERLINK("http://evil.test","click")',
  '</textarea><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Egnp.exe',
]

const exported = (query: string, mark = 'yes') =>
  site.as(admin).request('/en/admin/users/export', { method: 'POST', body: new URLSearchParams({ query, mark }) })

test("a file has every match once, in the list's order, and the export is logged", async () => {
  await addUsers(
    site.appDb,
    Array.from({ length: 1203 }, (_, at) => ({ login: `many${at}`, locale: 'en' as const })),
  )
  const response = await exported('q=many&locale=en&sort=login')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
  const logins = lines.slice(1).map((line) => line.split(',')[1])
  expect(logins).toEqual(Array.from({ length: 1203 }, (_, at) => `many${at}`).sort())
  const { rows } = await site.appDb.client.execute(
    `select actor_login, after from audit_log where act = 'users.export'`,
  )
  expect(rows.at(-1)).toMatchObject({ actor_login: 'Keeper', after: '{"q":"many","locale":"en"}' })
})

test('the byte order mark for spreadsheets can be omitted', async () => {
  const bytes = new Uint8Array(await (await exported('q=nobody-at-all', 'no')).arrayBuffer())
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toStartWith('id,login,name,')
})

test('hostile names run nowhere: not in lists, cards, the log or the file', async () => {
  const users = evil.map((text, at) => ({
    login: `evil${at}${text}`,
    name: text,
    telegramName: text,
    telegramId: 777_000 + at,
    status: 'banned' as const,
    banReason: text,
  }))
  const ids = await addUsers(site.appDb, users)
  for (const [at, text] of evil.entries()) {
    await site.appDb.client.execute({
      sql: `insert into audit_log (at, act, is_success, subject_id, subject_login, actor_login, before, after, address, request_id)
        values (1, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        text,
        ids[at] ?? '',
        text,
        text,
        JSON.stringify({ [text]: 1 }),
        JSON.stringify({ name: text }),
        text,
        text,
      ],
    })
    await site.appDb.client.execute({
      sql: `insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address)
        values (?, ?, x'00', 1, 1, 1, ?, ?)`,
      args: [`s${at}`, ids[at] ?? '', text, text],
    })
    await site.appDb.client.execute({
      sql: `insert into saved_views (id, user_id, name, query, created_at) values (?, ?, ?, 'q=a', 1)`,
      args: [`v${at}`, admin.user.id, text],
    })
  }
  const pages = [
    '/en/admin/users?q=evil',
    '/en/admin/audit?result=failure',
    ...ids.map((id) => `/en/admin/users/${id}`),
    ...evil.flatMap((text) => [
      `/en/admin/users?q=${encodeURIComponent(text)}`,
      `/en/admin/audit?actor=${encodeURIComponent(text)}&act=${encodeURIComponent(text)}`,
      `/en/admin/users/bulk?act=ban&id=${encodeURIComponent(text)}&reason=${encodeURIComponent(text)}&query=${encodeURIComponent(text)}`,
      `/en/admin/users/${ids[0]}?done=${encodeURIComponent(text)}&undo=${encodeURIComponent(text)}`,
    ]),
  ]
  for (const path of pages) {
    const response = await site.app.request(path, { headers: { cookie: admin.cookie } })
    expect([path, response.status]).toEqual([path, 200])
    const tags = await dangerousTags(await response.text())
    expect([path, tags]).toEqual([path, []])
  }
  const csv = await (await exported('q=evil')).text()
  expect(csv).toContain('\'=HYPERLINK(""http')
  expect(csv).not.toMatch(/(^|,|\n)"?[=+@]/)
})

/** Returns elements and attributes of a page that only user input could have injected. */
async function dangerousTags(html: string): Promise<string[]> {
  const found: string[] = []
  await new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) => {
        for (const [name, value] of attributes) {
          if (name.startsWith('on') || /^\s*javascript:/i.test(value)) {
            // Ignores text attributes, because browsers do not execute them.
            if (!['value', 'content', 'title'].includes(name) && !name.startsWith('aria-'))
              found.push(`${tagName} ${name}=${value}`)
          }
        }
      },
    })
    .on('img, svg[onload]', { element: ({ tagName }) => void found.push(tagName) })
    .on('script:not([type]):not([src])', {
      text: ({ text }) => {
        if (text.includes('alert')) found.push(text)
      },
    })
    .transform(new Response(html))
    .text()
  return found
}
