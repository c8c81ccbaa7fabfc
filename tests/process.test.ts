import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findUser } from '../src/auth/queries.ts'
import { openDb } from '../src/db/client.ts'
import { migrations } from '../src/db/migrations.ts'
import { makeAdministrator } from './administrator.ts'
import { assetsDir } from './assets-dir.ts'
import { openCommands } from './commands.ts'
import { programOf } from './programs.ts'
import { ownProject, startServer } from './server-process.ts'
import { page } from './site.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'
import { inherited, openWorkplaces, run, sourceMain } from './workplace.ts'

setDefaultTimeout(180_000)

const { edit, folder, running, said, start, workplace } = openWorkplaces()

/** Requests the URL until the answer passes the given check. */
async function untilAnswer(url: string, isExpected: (text: string, status: number) => boolean): Promise<void> {
  await until(async () => {
    const response = await fetch(url)
    return isExpected(await response.text(), response.status)
  })
}

test('the server starts, shows edits, additions and removals, and stops in order on SIGTERM', async () => {
  const url = await start(await workplace({ 'ru/docs/a.md': page({ title: 'Старый заголовок' }) }), sourceMain)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/docs/a`)).text()).toContain('Старый заголовок')
  await edit('ru/docs/a.md', page({ title: 'Новый заголовок' }))
  await untilAnswer(`${url}/docs/a`, (text) => text.includes('Новый заголовок'))
  await edit('ru/docs/deep/folder/b.md', page({ title: 'В новой папке' }))
  await untilAnswer(`${url}/docs/deep/folder/b`, (_, status) => status === 200)
  await rm(join(folder(), 'content/ru/docs/deep'), { recursive: true })
  await untilAnswer(`${url}/docs/deep/folder/b`, (_, status) => status === 404)
  await edit('ru/docs/a.md', '---\ntitle: [\n---\n')
  await edit('ru/docs/c.md', page({ title: 'После поломки' }))
  await untilAnswer(`${url}/docs/c`, (_, status) => status === 200)
  expect(await (await fetch(`${url}/docs/a`)).text()).toContain('Новый заголовок')
  running()?.kill('SIGTERM')
  expect(await running()?.exited).toBe(0)
  const logs = ['app', 'content', 'market'].map((name) => Bun.file(join(folder(), `data/${name}.db-wal`)).size)
  expect(logs).toEqual([0, 0, 0])
})

test('SIGTERM stops the ingest of many edits at the next file; the next start continues', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  await start(env)
  const total = 100
  const text = page({}, 'Абзац, в котором есть `код` и [ссылка](/docs/a).\n\n'.repeat(40))
  for (let at = 0; at < total; at++) await edit(`ru/docs/many/${at}.md`, text)
  const db = await openDb({ url: `file:${join(folder(), 'data/content.db')}`, readOnly: true })
  const countOf = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.n)
  const takenIn = () => countOf("select count(*) n from content_files where file like 'ru/docs/many/%'")
  await until(async () => (await takenIn()) > 3)
  running()?.kill('SIGTERM')
  expect(await running()?.exited).toBe(0)
  const taken = await takenIn()
  expect(taken).toBeLessThan(total)
  expect(await countOf("select count(*) n from _content_docs_ru where path like '/docs/many/%'")).toBe(taken)
  const url = await start(env)
  expect(await takenIn()).toBe(total)
  await db.close()
  expect((await fetch(`${url}/docs/many/${total - 1}`)).status).toBe(200)
})

test('the server keeps running after the reader of its log has closed the pipe', async () => {
  const env = { ...(await workplace({ 'ru/docs/a.md': page({}) })), ...thrift, ASSETS_DIR: assetsDir }
  const child = Bun.spawn([process.execPath, programOf('src/main.ts'), 'serve'], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let [said, answered] = ['', 0]
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    said += decoder.decode(chunk)
    if (/^Kurs is at \S+\n/m.test(said)) break
  }
  await child.stdout.cancel()
  const url = /^Kurs is at (\S+)/m.exec(said)?.[1]
  // Sends requests for a while, in which log lines are flushed once or twice.
  await until(async () => (await fetch(`${url}/healthz?${answered++}`)).status === 200 && answered === 30)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(child.signalCode).toBeNull()
})

test('responses in progress are finished before the server stops', async () => {
  const url = await start(await workplace({ 'ru/docs/a.md': page({}) }))
  const connections = await Promise.all(Array.from({ length: 20 }, () => connectTo(url)))
  for (const { send } of connections) send('GET /docs/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await Promise.race(connections.map(({ closed }) => closed))
  running()?.kill('SIGTERM')
  await Promise.all(connections.map(({ closed }) => closed))
  // Skips connections without an answer: on a busy machine the server may not have accepted all of them when it stops.
  const begun = connections.map(({ received }) => received()).filter((answer) => answer !== '')
  expect(begun.length).toBeGreaterThan(0)
  expect(begun.every((answer) => /<\/html>(\r\n0)?\s*$/.test(answer))).toBe(true)
  expect(await running()?.exited).toBe(0)
  expect(said()).toMatch(/^(Starting: [^\n]+\n)+Kurs is at [^\n]+\n[^\n]+\n$/)
})

/** Opens a connection; the test sends text over it and reads the response. */
async function connectTo(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
  return { send: (text: string) => socket.write(text), received: () => received, closed, drop: () => socket.destroy() }
}

test('a first start prints its steps from the beginning, with a file database too', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const elsewhere = { ...env, CONTENT_DB_URL: `file:${env.DATA_DIR}/elsewhere.db` }
  for (const place of [elsewhere, env]) {
    for (const isFirst of [true, false]) {
      const { said, stop } = await startServer({ ...place, ROLES: 'web' })
      await stop()
      expect(said().includes('Starting: texts\n')).toBe(isFirst)
    }
  }
})

test('an invalid Host header is a 400 and not a server error', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const url = await start({ ...env, ROLES: 'web,ticker' })
  for (const host of ['[', 'a b', 'a:b:c', '%', 'x"y', '', 'a.test\r\nHost: b.test']) {
    for (const path of ['/', '/docs/a', '/search?q=a', '/socket.io/?EIO=4&transport=websocket', '/docs/']) {
      const { send, received, closed } = await connectTo(url)
      send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      await closed
      expect([host, path, received().split('\r\n')[0]]).toEqual([host, path, 'HTTP/1.1 400 Bad Request'])
    }
  }
})

test('an aborted body is not a server error, and an endless one does not delay the stop', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const { pid, url = '', stop, logged } = await startServer({ ...env, ROLES: 'web' })
  const bodies = { 'application/json': '{"login":', 'application/x-www-form-urlencoded': 'login=' }
  for (const [type, begun] of Object.entries(bodies)) {
    for (const path of ['/api/auth/login', '/login', '/__nuxt_content/docs_ru/query']) {
      const { send, drop } = await connectTo(url)
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        `Content-Type: ${type}`,
        'Content-Length: 100',
        '',
        begun,
      ]
      send(head.join('\r\n').replace(/\r\n([^\r]*)$/, '\r\n\r\n$1'))
      // Requests another page: when it has been answered, the server has begun to read the unfinished request.
      await (await fetch(`${url}/healthz`)).text()
      drop()
    }
  }
  await until(() => logged().match(/"path":"(\/api\/auth\/login|\/login|[^"]*query)"/g)?.length === 6)
  const slow = await connectTo(url)
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  slow.send([...head, 'Content-Length: 10000', '', '{'].join('\r\n'))
  await (await fetch(`${url}/healthz`)).text()
  // Sends bytes frequently enough that the connection never counts as idle.
  const dripping = setInterval(() => slow.send(' '), 200)
  const stopped = stop()
  // Repeated signals, as from stopping `bun start` or pressing Ctrl-C twice, must not abort the shutdown.
  await until(() => logged().includes('"stopping"'))
  process.kill(pid, 'SIGTERM')
  process.kill(pid, 'SIGINT')
  expect(await stopped).toBe(0)
  expect(slow.received()).toBe('')
  clearInterval(dripping)
  expect(logged()).toContain('"stopped"')
  const files = await readdir(env.DATA_DIR ?? '')
  expect(files.filter((name) => name.endsWith('-wal') && Bun.file(join(env.DATA_DIR ?? '', name)).size > 0)).toEqual([])
  expect(logged()).not.toMatch(/"level":"error"|"status":5\d\d/)
})

test('a stopping process reports it to balancers for DRAIN_SECONDS and keeps answering', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const { pid, url = '', stop, logged } = await startServer({ ...env, ROLES: 'web', DRAIN_SECONDS: '300' })
  const stopped = stop()
  await until(() => logged().includes('"stopping"'))
  const ready = await until(async () => {
    const answer = await fetch(`${url}/readyz`)
    return answer.status === 503 && answer
  })
  expect(await ready.json()).toEqual({ status: 'stopping' })
  expect((await fetch(`${url}/docs/a`)).status).toBe(200)
  // Kills the process at the end: the rest of its work is the normal shutdown.
  process.kill(pid, 'SIGKILL')
  await stopped
})

test('an ingest by another process reaches the running server', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const url = await start(env)
  const other = join(folder(), 'other')
  await mkdir(join(other, 'ru/docs'), { recursive: true })
  await writeFile(join(other, 'ru/docs/b.md'), page({ title: 'Из другого процесса' }))
  expect((await run(['ingest'], { ...env, CONTENT_DIR: other })).status).toBe(0)
  await untilAnswer(`${url}/docs/b`, (_, status) => status === 200)
})

test('ingest reports like a compiler and fails, but writes the valid texts', async () => {
  const env = await workplace({
    'ru/docs/good.md': page({}),
    'ru/docs/bad.md': '---\ntitle: Плохая\ndescription: Есть.\ndraft: perhaps\n---\n\nТекст.\n',
  })
  const { status, stdout, stderr } = await run(['ingest'], env)
  expect(status).toBe(1)
  expect(stderr).toMatch(/content\/ru\/docs\/bad\.md:4: error: draft: expected true or false, got "perhaps"\n {2}→ /)
  expect(stdout).toMatch(/^1 changed, 0 removed, 0 unchanged, errors: 1/)
})

test('an invalid configuration stops startup and names every variable', async () => {
  const { status, stderr } = await run(['serve'], { ...inherited(), PORT: 'x', FEED: 'none' })
  expect(status).toBe(2)
  expect(stderr).toContain('PORT=x')
  expect(stderr).toContain('FEED=none')
})

test('a port in use is reported, not shared', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const url = await start(env)
  const { status, stderr } = await run(['serve'], {
    ...env,
    PORT: new URL(url).port,
    DATA_DIR: join(folder(), 'second'),
  })
  expect(status).toBe(2)
  expect(stderr).toContain('another program is already using this port')
})

test('a missing content folder is reported without a stack trace', async () => {
  const { status, stderr } = await run(['serve'], { ...inherited(), PORT: '0', CONTENT_DIR: '/nowhere' })
  expect(status).toBe(2)
  expect(stderr).toContain('CONTENT_DIR=/nowhere: there is no such folder')
})

test('migrate, doctor and version work', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  expect((await run(['migrate'], env)).stdout).toContain('content: 0000_collections')
  expect((await run(['migrate'], env)).stdout).toContain('content: up to date')
  expect((await run(['doctor'], env)).stdout).toContain('✗ ingest')
  await run(['ingest'], env)
  expect(await run(['doctor'], env)).toMatchObject({ status: 0 })
  expect((await run(['version'], env)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(await run(['dance'], env)).toMatchObject({ status: 2 })
})

test('processes that start at once on an empty folder do not conflict', async () => {
  const env = await workplace({})
  const runs = await Promise.all(Array.from({ length: 3 }, () => run(['migrate'], env)))
  expect(runs.map(({ status, stderr }) => [status, stderr])).toEqual(Array.from({ length: 3 }, () => [0, '']))
  const ran = runs.flatMap(({ stdout }) => stdout.match(/\d{4}_\w+/g) ?? [])
  const names = Object.values(migrations).flatMap((list) => list.map(({ name }) => name))
  expect(ran.sort()).toEqual(names.sort())
})

test('servers that start at once on an empty folder serve the same pages and share one build', async () => {
  const text = '![Снимок](/favicon.svg) ![Обложка](/og-ru.png)'
  const env = { ...(await workplace({ 'ru/docs/a.md': page({ title: 'С картинками' }, text) })), ROLES: 'web' }
  const ASSETS_DIR = join(folder(), 'assets')
  await mkdir(join(ASSETS_DIR, 'earlier/files'), { recursive: true })
  await writeFile(join(ASSETS_DIR, 'earlier/files/chunk-earlier.js'), 'earlier()')
  await writeFile(join(ASSETS_DIR, 'earlier/build.json'), '{}')
  const servers = await Promise.all([1, 2].map(() => startServer({ ...env, ASSETS_DIR }, ownProject)))
  // Exactly one server has printed the link for the first administrator, and the link works on all servers.
  const links = servers.flatMap(({ said }) => said().match(/\/setup\?token=[\w-]{43}/g) ?? [])
  expect(links).toHaveLength(1)
  for (const { url } of servers) expect((await fetch(`${url}${links[0]}`)).status).toBe(200)
  const filesOf = async (url = '') => {
    const html = await (await fetch(`${url}/docs/a`)).text()
    return [...new Set(html.match(/\/(assets|images)\/[^" ,]+/g))].sort()
  }
  // Waits for the pictures: a server that finds the content ingested by another server sees them a moment later.
  const files = await until(async () => {
    const [first = [], ...others] = await Promise.all(servers.map(({ url }) => filesOf(url)))
    const isWhole = first.some((name) => name.includes('-1024.webp')) && first.length > 12
    return isWhole && others.every((other) => Bun.deepEquals(other, first)) && first
  })
  for (const file of files) expect((await fetch(`${servers[0]?.url}${file}`)).status).toBe(200)
  const exits = await Promise.all(servers.map(({ stop }) => stop()))
  expect(exits).toEqual([0, 0])
  const made = await readdir(folder(), { recursive: true })
  expect(made.filter((name) => name.endsWith('.part'))).toEqual([])
  // A later start reuses the servers' asset build, and pages of an earlier build keep their scripts.
  const times = async () => {
    const names = (await readdir(ASSETS_DIR, { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort()
    return Promise.all(names.map(async (name) => `${name} ${(await stat(join(ASSETS_DIR, name))).mtimeMs}`))
  }
  const first = await times()
  expect(first.length).toBeGreaterThan(20)
  const { url, stop } = await startServer({ ...env, ASSETS_DIR }, ownProject)
  expect(await (await fetch(`${url}/assets/chunk-earlier.js`)).text()).toBe('earlier()')
  expect(await stop()).toBe(0)
  expect(await times()).toEqual(first)
})

const commands = openCommands()
afterAll(() => commands.close())

test('accounts are created, listed, reset and banned on the command line', async () => {
  const env = await workplace({})
  const user = (words: string[]) => commands.run(['user', ...words], env)
  const create = (input: string, ...more: string[]) =>
    run(['user', 'create', '--login', 'Anna', '--password-stdin', '--admin', ...more], env, input)
  expect(await create('short')).toMatchObject({ status: 1, stderr: expect.stringContaining('8 characters') })
  expect(await create('корабль лампа 7', '--locale', 'de')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('use ru or en'),
  })
  expect(await create('корабль лампа 7\n')).toMatchObject({ status: 0, stderr: '' })
  expect(await create('корабль лампа 7')).toMatchObject({ status: 1, stderr: expect.stringContaining('taken') })
  expect((await user(['list'])).stdout).toMatch(/^Anna\tadmin\tactive\t/)
  expect((await user(['reset', '--login', 'anna'])).stdout).toMatch(/\/new-password\?token=[\w-]{43}\n/)
  const db = await openDb({ url: `file:${join(env.DATA_DIR ?? '', 'app.db')}` })
  const { user: keeper } = await makeAdministrator(db, 'Keeper')
  expect((await user(['reset', '--login', 'keeper'])).status).toBe(0)
  expect((await findUser(db, keeper.id))?.totpSecret).not.toBeNull()
  expect((await user(['reset', '--login', 'keeper', '--second-factor'])).stdout).toContain('/new-password?token=')
  expect((await findUser(db, keeper.id))?.totpSecret).toBeNull()
  await db.close()
  expect((await user(['ban', '--login', 'anna', '--reason', 'x', '--until', 'soon'])).status).toBe(1)
  expect((await user(['ban', '--login', 'anna', '--reason', 'x', '--until', '2020-01-01'])).status).toBe(1)
  expect((await user(['ban', '--login', 'anna'])).status).toBe(1)
  expect((await user(['list'])).stdout).not.toContain('banned')
  expect((await user(['ban', '--login', 'anna', '--reason', 'x'])).status).toBe(0)
  expect((await user(['list'])).stdout).toContain('banned')
  expect((await user(['unban', '--login', 'anna'])).status).toBe(0)
  expect(await user(['reset', '--login', 'nobody'])).toMatchObject({ status: 1 })
  expect((await user(['dance'])).status).toBe(2)
})
