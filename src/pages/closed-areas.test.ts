import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { openMigrated } from '../../tests/migrated.ts'
import { signIn } from '../../tests/signed-in.ts'
import { type AuthEnv, openAccounts } from '../auth/middleware.ts'
import type { Db } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { anyone } from '../http/access.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { readLocale } from '../http/locale.ts'
import { closedAreas } from './closed-areas.ts'

let db: Db
let app: Hono<AuthEnv>
beforeAll(async () => {
  db = await openMigrated('app')
  const { guards } = openAccounts({
    db,
    events: createEvents(console),
    log: console,
    secret: 'of this test',
    siteUrl: 'https://kurs.test',
    isOpen: true,
  })
  const bots = new Hono<AuthEnv>()
    .get('/app/bots/:id', anyone, (c) => c.text('a bot'))
    .get('/app/bots/:id/trades', guards.auth, (c) => c.text('its trades'))
  app = new Hono<AuthEnv>()
    .use(readLocale, async (c, next) => {
      c.set('address', '10.0.0.1')
      c.set('requestId', 'test')
      await next()
    })
    .route('/', bots)
    .route(
      '/',
      closedAreas({ guards }, (c) => new NotFoundError(c.req.path)),
    )
    .onError((error, c) => {
      c.header('x-viewer', c.var.viewer && 'known')
      return c.text(error.message, error instanceof AppError ? error.status : 500)
    })
})
afterAll(() => db.close())

test('a public route works below a closed area, and everything else there stays closed', async () => {
  const statuses = async (cookie: string) =>
    Promise.all(
      ['/app/bots/7', '/app/bots/7/trades', '/app/bots/7/nowhere', '/app', '/admin/bots'].map(
        async (path) => (await app.request(path, { headers: { cookie } })).status,
      ),
    )
  expect(await statuses('')).toEqual([200, 303, 303, 303, 303])
  expect(await statuses((await signIn(db)).cookie)).toEqual([200, 200, 404, 404, 404])
})

test('a missing page in a public area still identifies its visitor', async () => {
  const { cookie } = await signIn(db)
  const response = await app.request('/app/bots', { headers: { cookie } })
  expect([response.status, response.headers.get('x-viewer')]).toEqual([404, 'known'])
  expect((await app.request('/app/bots')).status).toBe(404)
})
