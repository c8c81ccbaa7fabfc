import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type SqldServer, sqldProgram, startSqld } from '../../tests/sqld-server.ts'
import { until } from '../../tests/until.ts'
import { type Db, openDb } from './client.ts'
import { migrateDb } from './migrate.ts'
import { migrations } from './migrations.ts'
import { redactedUrl } from './server-client.ts'
import { UnreachableError } from './unreachable.ts'
import { databaseTrouble, UnwritableError } from './unwritable.ts'

setDefaultTimeout(60_000)

describe.skipIf(!sqldProgram)('a libSQL server', () => {
  let server: SqldServer
  /** Clients of two machines */
  let here: Db
  let there: Db
  beforeAll(async () => {
    server = await startSqld()
    here = await openDb({ url: server.url })
    there = await openDb({ url: server.url })
    await here.writeRaw([
      'create table pairs (n integer primary key, at integer)',
      'create table owned (n integer references pairs on delete cascade)',
    ])
  })
  afterAll(async () => {
    await here.close()
    await there.close()
    await server.close()
  })
  const numbers = async (db: Db) => (await db.readAll('select n from pairs order by n')()).map(([n]) => Number(n))

  test('is migrated once by two machines at the same time, and enforces foreign keys', async () => {
    const names = migrations.app.map(({ name }) => name)
    const both = await Promise.all([here, there].map((db) => migrateDb(db, migrations.app)))
    expect(both.flatMap((ran) => Array.from(ran.keys())).sort()).toEqual(names)
    expect(Array.from((await migrateDb(there, migrations.app)).keys())).toEqual([])
    await there.writeRaw(['insert into pairs values (1, 0)', 'insert into owned values (1)'])
    await expect(there.writeRaw(['insert into owned values (9)'])).rejects.toThrow(/FOREIGN KEY/)
    await here.writeRaw(['delete from pairs where n = 1'])
    expect(await there.readAll('select * from owned')()).toEqual([])
  })

  test('applies overlapping batches atomically', async () => {
    const pair = (n: number) => [`insert into pairs values (${n}, 0)`, `insert into pairs values (${n + 1}, 0)`]
    const batches = Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).writeRaw(pair(100 + 2 * at)))
    await Promise.all(batches)
    await expect(here.writeRaw(pair(99))).rejects.toThrow(/UNIQUE/)
    expect((await numbers(there)).filter((n) => n < 1000)).toEqual(Array.from({ length: 40 }, (_, at) => 100 + at))
    const taken = await Promise.all(
      [here, there].map((db) => db.writeRaw(['update pairs set at = 1 where n = 100 and at = 0 returning n'])),
    )
    expect(taken.map(([result]) => result?.rows.length).sort()).toEqual([0, 1])
  })

  test('a killed server is reported once, loses no acknowledged write, and is used again when back', async () => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const db = await openDb({ url: server.url, log: { error: say, info: say } })
    const answered: number[] = []
    let n = 1000
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const first = n
        n += 2
        await there
          .writeRaw([`insert into pairs values (${first}, 0)`, `insert into pairs values (${first + 1}, 0)`])
          .then(
            () => answered.push(first, first + 1),
            (error: unknown) => expect(error).toBeInstanceOf(UnwritableError),
          )
      }
    }
    const writing = write()
    await until(() => answered.length > 40)
    await server.kill()
    isOver = true
    await writing
    const read = await here
      .readAll('select 1')()
      .catch((error: unknown) => error)
    expect([read, databaseTrouble(new Error('wrapped', { cause: read }))]).toEqual([expect.any(UnreachableError), read])
    for (let tries = 0; tries < 3; tries++) {
      await expect(db.writeRaw(['delete from pairs'])).rejects.toThrow(
        `${server.url} cannot be written: its server does not answer`,
      )
    }
    await server.start()
    const kept = (await numbers(db)).filter((one) => one >= 1000)
    expect(kept).toEqual(expect.arrayContaining(answered))
    expect(kept.length % 2).toBe(0)
    expect(said).toHaveLength(2)
    expect(said[0]).toMatch(/ does not answer: (connection refused|the connection was cut)$/)
    expect(said[1]).toBe(`${server.url} answers again`)
    await db.close()
  })

  test('an unresponsive server delays one request until the timeout and fails the next at once', async () => {
    const db = await openDb({ url: server.url, answerMs: 300 })
    const ask = async () =>
      db
        .readAll('select 1')()
        .catch((error: unknown) => error)
    server.freeze()
    // Repeats the request, because the system suspends the process asynchronously.
    const late = await until(async () => {
      const answer = await ask()
      return answer instanceof UnreachableError && answer
    })
    expect(late.why).toBe('no answer in 300 ms')
    const asked = await Promise.all(Array.from({ length: 100 }, ask))
    expect(asked.every((answer) => answer instanceof UnreachableError)).toBe(true)
    server.thaw()
    await until(async () => Array.isArray(await ask()))
    await db.close()
  })
})

test('after a timeout no requests are sent for a while', async () => {
  let asked = 0
  const silent = Bun.serve({
    port: 0,
    fetch: () => {
      asked++
      return new Promise<Response>(() => {})
    },
  })
  const db = await openDb({ url: `http://127.0.0.1:${silent.port}`, answerMs: 100 })
  const why = () =>
    db
      .readAll('select 1')()
      .catch((error: UnreachableError) => error.why)
  expect(await why()).toBe('no answer in 100 ms')
  const before = asked
  expect([await why(), asked - before]).toEqual(['no answer in 100 ms', 0])
  await db.close()
  await silent.stop(true)
})

test('one request at a time probes an unresponsive server until it answers', async () => {
  let [asked, isSilent] = [0, true]
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      asked++
      return isSilent ? new Promise<Response>(() => {}) : new Response('{}')
    },
  })
  // Allows more time than any answer takes on a busy machine.
  const db = await openDb({ url: `http://127.0.0.1:${server.port}`, answerMs: 1000 })
  const ask = () =>
    db
      .readAll('select 1')()
      .catch(() => undefined)
  /** Returns how many of 20 concurrent requests reach the server when it is probed again */
  const through = () =>
    until(async () => {
      const before = asked
      await Promise.all(Array.from({ length: 20 }, ask))
      return asked - before || undefined
    })
  await ask()
  expect(await through()).toBe(1)
  isSilent = false
  // Repeats, because on a busy machine a probe may time out; another probe follows.
  await until(async () => (await through()) === 20)
  await db.close()
  await server.stop(true)
})

test('an error answer is reported with its text and without the token', async () => {
  const refusing = Bun.serve({ port: 0, fetch: () => new Response('{"error":"no such namespace"}', { status: 404 }) })
  const db = await openDb({ url: `http://127.0.0.1:${refusing.port}?authToken=hidden` })
  const error = await db
    .readAll('select 1')()
    .catch((thrown: unknown) => thrown)
  expect(String(error)).toBe(
    `Error: http://127.0.0.1:${refusing.port} does not answer: status 404, {"error":"no such namespace"}`,
  )
  await db.close()
  await refusing.stop(true)
})

test.each([
  ['libsql://db.example?authToken=hidden&tls=1', 'libsql://db.example'],
  ['https://me:hidden@db.example/path#hidden', 'https://db.example/path'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('%s is shown as %s', (url, shown) => {
  expect(redactedUrl(url)).toBe(shown)
})
