import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { addUsers } from './users.ts'
import { cookieOf, partial } from './visitor.ts'

setDefaultTimeout(60_000)

const password = 'корабль лампа 7'

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0

/**
 * Payloads: each breaks out of a different context of a page and leaves an element or attribute that only the payload
 * creates.
 */
const scripts = [
  '<xss-mark onclick=alert(1)>',
  '"><xss-mark src=x onerror=alert(1)>',
  "'><xss-mark>",
  '" autofocus onfocus="alert(1)" data-xss="1',
  "' onmouseover='alert(1)' data-xss='1",
  '</title><xss-mark>',
  '</textarea><xss-mark>',
  '</script><xss-mark>',
  '</style><xss-mark>',
  '</template><xss-mark>',
  '--><xss-mark>',
  '<!--<xss-mark>',
  '<![CDATA[<xss-mark>]]>',
  '<xss-mark/xlink:href=javascript:alert(1)>',
  '&lt;xss-mark&gt;<xss-mark>',
  'javascript:alert("xss-mark")',
]

/** Finds elements and attributes that only an attacker's text can have created. */
async function made(html: string): Promise<string[]> {
  const found: string[] = []
  let script = ''
  await new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) => {
        if (tagName.startsWith('xss')) found.push(`<${tagName}>`)
        for (const [name, value] of attributes) {
          if (/^on|^data-xss$|^srcdoc$|^style$/.test(name)) found.push(`${tagName} ${name}=${value}`)
          const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name)
          if (isAddress && /^[\s\0-\x20]*(javascript|data|vbscript):/i.test(value))
            found.push(`${tagName} ${name}=${value}`)
        }
      },
    })
    .on('script', {
      text: ({ text }) => {
        script += text
      },
    })
    .transform(new Response(html))
    .text()
  if (/<\/?(xss|script|!--)/i.test(script)) found.push(`script: ${script}`)
  return found
}

/** Opens a page and expects that it shows the text without executing it. */
async function expectHarmless(path: string, cookie: string, shows: boolean): Promise<void> {
  const response = await send(site, path, { method: 'GET', headers: { cookie } })
  expect([path, response.status]).toEqual([path, 200])
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await response.text()
  expect([path, await made(html)]).toEqual([path, []])
  if (shows) expect([path, /xss/.test(html)]).toEqual([path, true])
}

test('the detector finds what it looks for', async () => {
  for (const text of ['<xss-mark>', '<p data-xss=1>', '<a href=" javascript:x">', '<p onclick=x>']) {
    expect(await made(`<main>${text}</main>`)).toHaveLength(1)
  }
  expect(await made('<p title="&lt;xss-mark&gt;">&lt;xss-mark&gt;</p><title><xss-mark></title>')).toEqual([])
})

test.each(scripts)('user input executes on no page that shows it: %p', async (text) => {
  const login = `Person-${++count}`
  const userAgent = text.replace(/[^ -~]/g, '')
  const registration = { login, password, name: text }
  const headers = { 'user-agent': userAgent }
  const cookie = cookieOf(await send(site, '/api/auth/register', { json: registration, headers }))
  const { rows } = await site.appDb.client.execute({ sql: 'select id from users where login = ?', args: [login] })
  const id = String(rows[0]?.id)
  const me = await send(site, '/api/auth/me', { method: 'GET', headers: { cookie } })
  expect(me.headers.get('content-type')).toStartWith('application/json')
  expect((await me.json()).user.name).toBe(text.trim())

  // An invalid login appears in the log and in the form that refuses it.
  const tried = await send(site, '/en/login', { form: { login: text, password: 'wrong one' }, headers })
  expect(tried.status).toBe(401)
  expect(await made(await tried.text())).toEqual([])
  const refused = await send(site, '/register', { form: { login: text, name: text, password } })
  expect(refused.status).toBe(422)
  expect(await made(await refused.text())).toEqual([])
  const wrong = { name: text, locale: text, hasAccent: 'yes', accent: text }
  const profile = await send(site, '/account', { form: wrong, headers: { cookie } })
  expect(profile.status).toBe(422)
  expect(await made(await profile.text())).toEqual([])

  for (const locale of ['', '/en']) {
    for (const path of ['/app', '/account']) await expectHarmless(locale + path, cookie, true)
    for (const path of ['/account/sessions', '/account/password', '/account/second-factor']) {
      await expectHarmless(locale + path, cookie, false)
    }
  }

  const sql = 'update users set telegram_id = ?, telegram_name = ? where id = ?'
  await site.appDb.client.execute({ sql, args: [900_000 + count, text, id] })
  const act = { cookie: admin.cookie }
  const view = await send(site, '/admin/users/views', { form: { name: text, query: 'role=user' }, headers: act })
  expect(view.status).toBe(303)
  const ban = await send(site, `/admin/users/${id}/ban`, {
    form: { version: '1', reason: text, until: '' },
    headers: act,
  })
  expect(ban.status).toBe(303)
  const stale = await send(site, `/admin/users/${id}/ban`, {
    form: { version: '1', seen: '0', reason: text, until: '' },
    headers: act,
  })
  expect(stale.status).toBe(409)
  expect(await made(await stale.text())).toEqual([])
  const invitation = { login: text, name: text, role: 'user', locale: 'ru' }
  const invited = await send(site, '/admin/users/invitation', { form: invitation, headers: act })
  expect(invited.status).toBe(422)
  expect(await made(await invited.text())).toEqual([])
  const link = await send(site, `/admin/users/${id}/password-link`, { form: {}, headers: act })
  expect(link.status).toBe(200)
  expect(await made(await link.text())).toEqual([])
  const bulk = await send(site, '/admin/users/bulk', {
    form: { act: 'ban', id, reason: text, until: text },
    headers: act,
  })
  expect(bulk.status).toBeLessThan(500)
  expect(await made(await bulk.text())).toEqual([])

  for (const locale of ['', '/en']) {
    await expectHarmless(`${locale}/admin/users`, admin.cookie, true)
    await expectHarmless(`${locale}/admin/users/${id}`, admin.cookie, true)
    await expectHarmless(`${locale}/admin/audit`, admin.cookie, true)
    await expectHarmless(`${locale}/admin/users/bulk?act=ban&id=${id}`, admin.cookie, false)
    const banned = await send(site, `${locale}/login`, { form: { login, password } })
    expect(banned.status).toBe(403)
    expect(await made(await banned.text())).toEqual([])
  }
  const list = await send(site, `/admin/users?q=${login}`, {
    method: 'GET',
    headers: { cookie: admin.cookie, ...partial },
  })
  expect(list.status).toBe(200)
  expect(await made(await list.text())).toEqual([])
})

/** Splits a file into cells as a spreadsheet does: quotes count only at the beginning of a cell. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < file.length; at++) {
    const quoted = file[at] === '"' ? /^"((?:[^"]|"")*)"?/.exec(file.slice(at)) : null
    const start = at + (quoted?.[0].length ?? 0)
    const length = file.slice(start).search(new RegExp(`[${separator}\r\n]`))
    const end = length < 0 ? file.length : start + length
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + file.slice(start, end))
    at = end
  }
  return cells
}

test('no exported name, reason or Telegram name becomes a formula, whatever the separator', async () => {
  const own = await createTestSite()
  const keeper = await makeAdministrator(own.appDb, 'Keeper')
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '＝', '＋', '－', '＠']
  const formulas = starts.flatMap((start) =>
    ['', ';', 'a;', 'a,', 'a";', 'a\t', 'a\r', 'a\n', '";"', '"', '";', 'a;"', 'a; '].map(
      (before) => `${before}${start}cmd|1;b`,
    ),
  )
  await addUsers(
    own.appDb,
    formulas.map((text, at) => ({
      login: `formula-${at}`,
      name: text,
      status: 'banned',
      banReason: text,
      telegramId: 1000 + at,
      telegramName: text,
    })),
  )
  const form = { query: 'q=formula', mark: 'yes' }
  const response = await send(own, '/admin/users/export', { form, headers: { cookie: keeper.cookie } })
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(text.match(/cmd\|1/g)?.length).toBe(formulas.length * 3)
  for (const separator of [',', ';', '\t']) {
    const cells = cellsOf(text, separator)
    expect([separator, cells.filter((cell) => /^\s*[=+\-@＝＋－＠].*cmd/s.test(cell))]).toEqual([separator, []])
  }
  await own.close()
})
