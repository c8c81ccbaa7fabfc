import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { newSession } from '../../auth/session/session.ts'
import { href, paths } from '../../paths.ts'
import { type DrawingBody, maxDrawings, maxPoints } from './drawing.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

const line: DrawingBody = {
  kind: 'line',
  points: [
    [1_790_000_000_000, 60_000.5],
    [1_790_003_600_000, 61_000],
  ],
  color: '#1bc7b1',
}

/** Adds a user and signs them in. */
async function somebody() {
  const [userId = ''] = await addUsers(site.appDb, [{ login: `painter-${crypto.randomUUID()}` }])
  const visitor = { address: '10.0.0.1', userAgent: 'A test' }
  const session = newSession(site.appDb, { userId, now: Date.now(), ...visitor })
  await site.appDb.writeBatch([session.statement])
  const headers = { cookie: `__Host-sid=${session.token}`, accept: 'application/json' }
  return {
    userId,
    put: (id: string, json: unknown, asset = 'BTCUSDT') =>
      send(site, `${href(paths.marketDrawing, { id })}?asset=${asset}`, { method: 'PUT', json, headers }),
    remove: (id: string) => send(site, href(paths.marketDrawing, { id }), { method: 'DELETE', headers }),
    list: async (asset = 'BTCUSDT'): Promise<unknown[]> => {
      const response = await send(site, `${paths.marketDrawings}?asset=${asset}`, { method: 'GET', headers })
      expect(response.status).toBe(200)
      return (await response.json()).drawings
    },
  }
}

test('an owner saves, changes and deletes drawings, which stay in order of creation', async () => {
  const painter = await somebody()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  expect((await painter.put(first, line)).status).toBe(204)
  expect((await painter.put(second, { ...line, kind: 'rectangle' })).status).toBe(204)
  expect((await painter.put(first, { ...line, color: '#ff0000' })).status).toBe(204)
  expect(await painter.list()).toEqual([
    { id: first, ...line, color: '#ff0000' },
    { id: second, ...line, kind: 'rectangle' },
  ])
  expect((await painter.remove(first)).status).toBe(204)
  expect((await painter.remove(first)).status).toBe(404)
  expect(await painter.list()).toHaveLength(1)
})

test('every kind keeps its points, style, text, size, lock and place in the order', async () => {
  const painter = await somebody()
  const [a, b] = line.points
  const style = { width: 3, dash: 'dashed', isLocked: true, order: -2 } as const
  const bodies: DrawingBody[] = [
    { ...line, ...style, kind: 'channel', points: [a, b, a] },
    { ...line, ...style, kind: 'long', points: [a, b, [b[0], 70_000]], size: 0.5 },
    { ...line, ...style, kind: 'text', points: [a, a], text: 'Цена\nздесь' },
    { ...line, ...style, kind: 'brush', points: [a, b, ...Array.from({ length: maxPoints - 2 }, () => a)] },
  ]
  for (const body of bodies) expect((await painter.put(crypto.randomUUID(), body)).status).toBe(204)
  expect(await painter.list()).toMatchObject(bodies)
  const refused: DrawingBody[] = [
    { ...line, kind: 'channel' },
    { ...line, kind: 'vertical' },
    { ...line, points: [a, b, a] },
    { ...line, width: 5 },
    { ...line, text: 'x'.repeat(201) },
    { ...line, size: -1 },
    { ...line, kind: 'brush', points: [a, b, ...Array.from({ length: maxPoints }, () => a)] },
  ]
  for (const body of refused) expect((await painter.put(crypto.randomUUID(), body)).status).toBe(400)
})

test('saving twice has no further effect', async () => {
  const painter = await somebody()
  const id = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => painter.put(id, line)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await painter.list()).toEqual([{ id, ...line }])
})

test('a drawing belongs to one asset and one user', async () => {
  const [painter, other] = [await somebody(), await somebody()]
  const id = crypto.randomUUID()
  await painter.put(id, line)
  expect(await painter.list('ETHUSDT')).toEqual([])
  expect(await other.list()).toEqual([])
  expect((await other.put(id, { ...line, color: '#000000' })).status).toBe(404)
  expect((await painter.put(id, line, 'ETHUSDT')).status).toBe(404)
  expect((await other.remove(id)).status).toBe(404)
  expect((await other.remove(crypto.randomUUID())).status).toBe(404)
  expect(await painter.list()).toEqual([{ id, ...line }])
})

test('the limit holds for concurrent saves; existing drawings can still be changed', async () => {
  const painter = await somebody()
  const ids = Array.from({ length: maxDrawings - 2 }, () => crypto.randomUUID())
  await site.appDb.client.batch(
    ids.map((id) => ({
      sql: 'insert into chart_drawings (id, user_id, asset, body, updated_at) values (?, ?, ?, ?, 0)',
      args: [id, painter.userId, 'BTCUSDT', JSON.stringify(line)],
    })),
    'write',
  )
  const answers = await Promise.all(Array.from({ length: 6 }, () => painter.put(crypto.randomUUID(), line)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 422, 422, 422, 422])
  const problems = await Promise.all(answers.filter(({ status }) => status === 422).map((answer) => answer.json()))
  for (const { detail } of problems) expect(detail).toContain('200 drawings on BTCUSDT')
  expect(await painter.list()).toHaveLength(maxDrawings)
  expect((await painter.put(ids[0] ?? '', { ...line, color: '#123456' })).status).toBe(204)
  expect((await painter.put(crypto.randomUUID(), line, 'ETHUSDT')).status).toBe(204)
})

describe('is refused with a reason', () => {
  const id = crypto.randomUUID()
  test.each<[string, string, unknown]>([
    ['a name that is no UUID', 'mine', line],
    ['a name in capital letters', id.toUpperCase(), line],
    ['nothing', id, undefined],
    ['an unknown kind', id, { ...line, kind: 'circle' }],
    ['one point', id, { ...line, points: [[1, 2]] }],
    [
      'a price that is no number',
      id,
      {
        ...line,
        points: [
          [1, '2'],
          [1, 2],
        ],
      },
    ],
    [
      'half a millisecond',
      id,
      {
        ...line,
        points: [
          [1.5, 2],
          [1, 2],
        ],
      },
    ],
    ['a level of two prices', id, { ...line, kind: 'level' }],
    ['a colour by name', id, { ...line, color: 'red' }],
  ])('%s', async (_, name, json) => {
    const painter = await somebody()
    const response = await painter.put(name, json)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  test('an asset that is not traded', async () => {
    const painter = await somebody()
    const response = await painter.put(id, line, 'NONEUSDT')
    expect(response.status).toBe(400)
    expect((await response.json()).detail).toContain('?asset=')
  })

  test('a drawing that is too large', async () => {
    const painter = await somebody()
    expect((await painter.put(id, { ...line, note: 'x'.repeat(9000) })).status).toBe(413)
  })

  test('a request from another site or without a session', async () => {
    const path = `${href(paths.marketDrawing, { id })}?asset=BTCUSDT`
    const foreign = { 'sec-fetch-site': 'cross-site', accept: 'application/json' }
    expect((await send(site, path, { method: 'PUT', json: line, headers: foreign })).status).toBe(403)
    const stranger = await send(site, path, { method: 'PUT', json: line })
    expect(stranger.status).toBe(401)
    expect(stranger.headers.get('content-type')).toBe('application/problem+json')
  })
})

test('unknown fields of a drawing are dropped', async () => {
  const painter = await somebody()
  const id = crypto.randomUUID()
  await painter.put(id, { ...line, note: '<script>' })
  expect(await painter.list()).toEqual([{ id, ...line }])
})
