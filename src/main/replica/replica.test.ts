import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type SqldServer, sqldProgram, startSqld } from '../../../tests/sqld-server.ts'
import { until } from '../../../tests/until.ts'
import { type Db, openDb } from '../../db/client.ts'
import { openReplica, type Replica, readFromReplica } from './open-app-database.ts'
import { readServerState } from './server-state.ts'

setDefaultTimeout(60_000)

describe.skipIf(!sqldProgram)('a local copy of a database on a server', () => {
  let folder: string
  let server: SqldServer
  /** Databases of two machines, one with a copy and one without */
  let here: Db
  let there: Db
  let replica: Replica
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-replica-'))
    server = await startSqld()
    there = await openDb({ url: server.url })
    const primary = await openDb({ url: server.url })
    await there.writeRaw(['create table t (id integer primary key, n integer)'])
    replica = openReplica(
      { path: join(folder, 'copy/app.db'), url: server.url },
      { askServer: () => readServerState(server), log: { error: () => {}, info: () => {} } },
    )
    here = readFromReplica(primary, replica)
    await until(() => replica.fresh())
  })
  afterAll(async () => {
    await here.close()
    expect(existsSync(join(folder, 'copy'))).toBe(false)
    await there.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const read = async (db: Db, id: number) => (await db.readOne('select n from t where id = ?')(id))?.n

  test('a process reads its own writes at once, whichever way it wrote them', async () => {
    await here.writeRaw(['insert into t values (1, 0)'])
    for (let n = 1; n <= 60; n++) {
      const change = sql`update t set n = ${n} where id = 1`
      if (n % 3 === 0) await here.writeRaw([`update t set n = ${n} where id = 1`])
      else if (n % 3 === 1) await here.write(async () => here.orm.run(change))
      else await here.writeBatch([here.orm.run(change)])
      expect(await read(here, 1)).toBe(n)
      const [row] = await here.orm.all<{ n: number }>(sql`select n from t where id = 1`)
      expect(row?.n).toBe(n)
      // Reads alternate between the server and a fresh copy.
      if (n % 10 === 0) await until(() => replica.fresh())
    }
    await until(() => replica.fresh())
    expect((await replica.fresh()?.readAll('select n from t where id = 1')()) ?? []).toEqual([[60]])
  })

  test('writes of another machine appear soon', async () => {
    await until(() => replica.fresh())
    await there.writeRaw(['insert into t values (2, 7)'])
    // A row missing in the copy is read from the server at once.
    expect(await read(here, 2)).toBe(7)
    const copied = async () => (await replica.latest()?.readAll('select n from t where id = 2')())?.[0]
    expect(await until(copied)).toEqual([7])
  })

  test('the copy is read-only', async () => {
    await expect(replica.latest()?.writeRaw(['insert into t values (3, 0)'])).rejects.toThrow()
  })

  test('the copy is read while the server is away, and synced again after it returns', async () => {
    await here.writeRaw(['insert into t values (4, 4)'])
    await until(() => replica.fresh())
    await server.kill()
    expect(await read(here, 4)).toBe(4)
    await until(() => !replica.fresh())
    expect(await read(here, 4)).toBe(4)
    await expect(here.writeRaw(['update t set n = 5 where id = 4'])).rejects.toThrow('its server does not answer')
    expect(await read(here, 4)).toBe(4)
    await server.start()
    await here.writeRaw(['update t set n = 6 where id = 4'])
    expect(await read(here, 4)).toBe(6)
    await until(() => replica.fresh())
    expect(await read(here, 4)).toBe(6)
  })

  test('a new copy is made after the server was restored', async () => {
    await here.writeRaw(['insert into t values (5, 5)'])
    const putBack = await server.keep()
    await server.start()
    await until(() =>
      here.writeRaw(['update t set n = 6 where id = 5']).then(
        () => true,
        () => false,
      ),
    )
    await until(() => replica.fresh())
    expect(await read(here, 5)).toBe(6)
    await server.kill()
    await putBack()
    await until(() => !replica.fresh())
    await server.start()
    const copied = async () => (await replica.fresh()?.readAll('select n from t where id = 5')())?.[0]?.[0]
    await until(async () => (await copied()) === 5)
    await there.writeRaw(['update t set n = 7 where id = 5'])
    await until(async () => (await read(here, 5)) === 7)
  })
})

test.skipIf(!sqldProgram)('a new copy is made after a restore while this process was suspended', async () => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-replica-still-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await startSqld()
  opened.defer(server.close)
  const there = await openDb({ url: server.url })
  opened.defer(there.close)
  await there.writeRaw(['create table t (id integer primary key, n integer)', 'insert into t values (1, 0)'])
  await server.keep()
  await server.start()
  const writes = () => there.writeRaw(['update t set n = 1 where id = 1'])
  await until(() =>
    writes().then(
      () => true,
      () => false,
    ),
  )
  const replica = openReplica(
    { path: join(folder, 'copy/app.db'), url: server.url },
    { askServer: () => readServerState(server), log: { error: () => {}, info: () => {} } },
  )
  opened.defer(replica.close)
  const copied = async () => (await replica.fresh()?.readAll('select n from t where id = 1')())?.[0]?.[0]
  await until(async () => (await copied()) === 1)
  server.putBackAtOnce()
  while (replica.fresh());
  await until(async () => (await copied()) === 0)
})

/** TCP proxy to a server. The test can cut the connection without shutting down either side */
function openWay(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const way = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
      from.pipe(to)
    }
    if (isCut) for (const each of [socket, onward]) each.destroy()
  })
  const cut = (wanted: boolean) => {
    isCut = wanted
    if (wanted) for (const socket of sockets) socket.destroy()
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  way.listen(0, '127.0.0.1', resolve)
  const portOf = async () => {
    await promise
    const address = way.address()
    return typeof address === 'object' ? address?.port : undefined
  }
  const close = () => {
    cut(true)
    way.close()
  }
  return { portOf, cut, close }
}

test.skipIf(!sqldProgram)(
  'a new copy is made after a restore while unreachable, even with more writes since',
  async () => {
    await using opened = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'kurs-replica-restored-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    const server = await startSqld()
    opened.defer(server.close)
    const there = await openDb({ url: server.url })
    opened.defer(there.close)
    const way = openWay(Number(new URL(server.url).port))
    opened.defer(way.close)
    const place = { url: `http://127.0.0.1:${await way.portOf()}` }
    const replica = openReplica(
      { path: join(folder, 'copy/app.db'), ...place },
      { askServer: () => readServerState(place), log: { error: () => {}, info: () => {} } },
    )
    opened.defer(replica.close)
    const write = (text: string) =>
      until(() =>
        there.writeRaw([text]).then(
          () => true,
          () => false,
        ),
      )
    const copied = async (id: number) => (await replica.fresh()?.readAll('select n from t where id = ?')(id))?.[0]?.[0]
    const filler = 'x'.repeat(4000)
    await write('create table t (id integer primary key, n integer, filler text)')
    for (const id of [1, 2]) await write(`insert into t values (${id}, 0, '${filler}')`)
    const putBack = await server.keep()
    await server.start()
    await write('update t set n = 1 where id = 1')
    await until(async () => (await copied(1)) === 1)
    way.cut(true)
    await until(() => !replica.fresh())
    await server.kill()
    await putBack()
    await server.start()
    for (let n = 1; n <= 20; n++) await write(`update t set n = ${n} where id = 2`)
    // Reads use the old copy until the new one is ready.
    expect(await replica.latest()?.readAll('select n from t where id = 1')()).toEqual([[1]])
    way.cut(false)
    await until(async () => (await copied(2)) === 20)
    expect(await copied(1)).toBe(0)
  },
)
