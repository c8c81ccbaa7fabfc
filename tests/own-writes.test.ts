import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from './server-process.ts'
import { page } from './site.ts'
import { type SqldServer, sqldProgram, startSqld } from './sqld-server.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(600_000)

describe.skipIf(!sqldProgram)('two processes with pages, each with a copy of one server', () => {
  let folder: string
  let app: SqldServer
  let webs: ServerProcess[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-own-writes-'))
    await writeFiles(join(folder, 'content'), { 'ru/docs/guide.md': page({ title: 'Пособие' }) })
    app = await startSqld()
    const env = {
      ROLES: 'web',
      LOG_LEVEL: 'error',
      SECRET: 'the one secret of both these machines',
      CONTENT_DIR: join(folder, 'content'),
      APP_DB_URL: app.url,
    }
    webs = await Promise.all(['a', 'b'].map((name) => startServer({ ...env, DATA_DIR: join(folder, name) })))
  })
  afterAll(async () => {
    for (const web of webs) await web.stop()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const jar = new Map<string, string>()
  const ask = async (web: ServerProcess | undefined, path: string, fields?: Record<string, string>) => {
    const response = await fetch(`${web?.url}${path}`, {
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
      },
      redirect: 'manual',
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
  }

  test('whoever has saved a form sees what they saved, whichever process shows the page after it', async () => {
    const [first, second] = webs
    const account = { login: 'anna', password: 'a long river 7', name: 'Anna' }
    expect((await ask(first, '/api/auth/register', account)).status).toBe(303)
    for (const name of ['Anna One', 'Anna Two', 'Anna Three']) {
      // The copy is as fresh as it gets.
      await Bun.sleep(500)
      await ask(second, '/en/account')
      const saved = await ask(first, '/en/account', { name, locale: 'en' })
      expect(saved).toMatchObject({ status: 303, location: '/en/account' })
      const { text } = await ask(second, saved.location)
      expect(/<input id="name-field"[^>]*value="([^"]*)"/.exec(text)?.[1]).toBe(name)
    }
  })
})
