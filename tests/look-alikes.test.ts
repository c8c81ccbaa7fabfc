import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { newLogin, password, registered, signIn, userOf } from './asvs-people.ts'
import { programOf } from './programs.ts'
import { send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { thrift } from './thrift.ts'
import { createVisitor } from './visitor.ts'

/* A user cannot be confused with another by login or name. */

setDefaultTimeout(60_000)

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, newLogin())
})
afterAll(() => site.close())

const register = (login: string, name = '', locale = '/en') =>
  createVisitor(site).post(`${locale}/register`, { login, name, password })
const registerJson = (login: string, name = '') => send(site, '/api/auth/register', { json: { login, name, password } })
const invite = (login: string, name = '') =>
  send(site, '/en/admin/users/invitation', {
    form: { login, name, role: 'user', locale: 'en' },
    headers: { cookie: admin.cookie },
  })

test('a login with invisible letters or two alphabets is refused at its field in both languages', async () => {
  for (const login of ['root\u3164', 'rооt', 'ro\u200bot', 'root\u{e0061}']) {
    const [russian, english] = [await register(login, '', ''), await register(login)]
    expect([russian.status, english.status]).toEqual([422, 422])
    expect(russian.html).toMatch(/id="login-error"[^>]*>.*одного алфавита/s)
    expect(english.html).toMatch(/id="login-error"[^>]*>.*of a single alphabet/s)
    const answer = await registerJson(login)
    expect(answer.status).toBe(422)
    expect((await answer.json()).title).toBe('Invalid login')
    const invited = await invite(login)
    expect(invited.status).toBe(422)
    expect(await invited.text()).toContain('of a single alphabet')
  }
})

test('a login that looks like one in the other alphabet counts as taken', async () => {
  expect((await register('capa')).status).toBe(303)
  for (const login of ['сара', 'САРА']) {
    expect((await register(login)).html).toContain('That login is taken')
    expect((await registerJson(login)).status).toBe(409)
    expect((await invite(login)).status).toBe(409)
  }
  expect((await register('вор')).status).toBe(303)
  expect((await invite('BOP')).status).toBe(409)
})

test('of two confusable logins sent at once, one is created, with its audit entry', async () => {
  const answers = await Promise.all(['pecape', 'ресаре', 'PECAPE', 'РЕСАРЕ'].map((login) => invite(login)))
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  const made = await site.appDb.client.execute("select id from users where login_key in ('pecape', 'ресаре')")
  const noted = await site.appDb.client.execute({
    sql: "select act from audit_log where subject_id = ? and act = 'user.invite'",
    args: [made.rows[0]?.id ?? ''],
  })
  expect([made.rows.length, noted.rows.length]).toEqual([1, 1])
})

test('registration and invitation refuse logins and names of invalid length alike', async () => {
  for (const login of ['ab', 'a'.repeat(41), '.root', 'ro ot']) {
    expect([(await registerJson(login)).status, (await invite(login)).status]).toEqual([422, 422])
  }
  const long = '🚀'.repeat(81)
  expect((await register(newLogin(), long)).html).toMatch(/id="name-error"[^>]*>.*1 to 80 characters/s)
  expect((await registerJson(newLogin(), long)).status).toBe(422)
  const invited = await invite(newLogin(), long)
  expect(invited.status).toBe(422)
  expect(await invited.text()).toContain('1 to 80 characters')
  expect([
    (await registerJson(newLogin(), '🚀'.repeat(80))).status,
    (await invite(newLogin(), '🚀'.repeat(80))).status,
  ]).toEqual([201, 200])
})

test('a confusable name is refused at its field, wherever it is entered', async () => {
  const { visitor } = await registered(site)
  for (const name of ['Аdmin', 'Anna\u3164', '\u202eAnna']) {
    expect((await register(newLogin(), name)).html).toMatch(/id="name-error"[^>]*>.*in a single alphabet/s)
    expect((await register(newLogin(), name, '')).html).toMatch(/id="name-error"[^>]*>.*одного алфавита/s)
    expect((await registerJson(newLogin(), name)).status).toBe(422)
    expect((await invite(newLogin(), name)).status).toBe(422)
    const profile = await visitor.post('/en/account', { name, locale: 'en', hasAccent: 'no', accent: '' })
    expect(profile.status).toBe(422)
    expect(profile.html).toMatch(/id="name-error"[^>]*>.*in a single alphabet/s)
  }
  const two = await visitor.post('/en/account', { name: 'Анна Smith', locale: 'en', hasAccent: 'no', accent: '' })
  expect(two.status).toBe(303)
})

test('the command line refuses them too', async () => {
  const { PATH = '', HOME = '' } = process.env
  const run = async (...words: string[]) => {
    const child = Bun.spawn(
      [process.execPath, programOf('src/main.ts'), 'user', 'create', '--password-stdin', ...words],
      {
        env: { PATH, HOME, ...thrift, DATA_DIR: site.dataDir, SECRET: 'a secret of nobody but this test' },
        stdin: new Blob([password]),
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    return { status: await child.exited, said: await new Response(child.stderr).text() }
  }
  expect(await run('--login', 'rооt')).toMatchObject({ status: 1, said: expect.stringContaining('single alphabet') })
  expect(await run('--login', newLogin(), '--name', 'Аdmin')).toMatchObject({
    status: 1,
    said: expect.stringContaining('single alphabet'),
  })
})

test('users keep an existing confusable login and name', async () => {
  const { login: plain, id } = await registered(site)
  await site.appDb.client.execute({
    sql: "update users set login = 'rооt', login_key = 'rооt', name = 'Аdmin' where id = ?",
    args: [id],
  })
  expect(plain).not.toBe('rооt')
  const { visitor, answer } = await signIn(site, 'rооt')
  expect(answer.status).toBe(303)
  const saved = await visitor.post('/en/account', { name: 'Аdmin', locale: 'ru', hasAccent: 'no', accent: '' })
  expect(saved.status).toBe(303)
  expect((await userOf(site, 'rооt')).locale).toBe('ru')
})
