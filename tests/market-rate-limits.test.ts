import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { type AuthEnv, openAccounts } from '../src/auth/middleware.ts'
import { drawingsRoutes } from '../src/charts/drawing/routes.ts'
import { layoutsRoutes } from '../src/charts/layout/routes.ts'
import type { Db } from '../src/db/client.ts'
import { createEvents } from '../src/events/events.ts'
import { marketApiRoutes } from '../src/market/api-routes.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { paths } from '../src/paths.ts'
import { openMigrated } from './migrated.ts'
import { signIn } from './signed-in.ts'

const time = Date.UTC(2026, 5, 10)
const now = () => time
const market = {
  instruments: defaultInstruments,
  instrument: (asset: string) => defaultInstruments.find((instrument) => instrument.asset === asset),
  listing: () => undefined,
  state: () => ({ name: 'live' as const, isBackfilling: false }),
  summaries: async () => [],
  candles: async () => [],
  current: () => undefined,
  gaps: async () => [],
}

let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
afterAll(() => db.close())

const domains = ['market', 'drawings', 'layouts'] as const
type Domain = (typeof domains)[number]

const addresses: Record<Domain, string> = {
  market: paths.marketAssets,
  drawings: `${paths.marketDrawings}?asset=BTCUSDT`,
  layouts: paths.marketLayouts,
}

/** Mounts the routes below `/api/market` in the given order; requests come from one network. */
function appOf(order: readonly Domain[]) {
  const options = {
    db,
    events: createEvents(console),
    log: console,
    secret: 'of this test',
    siteUrl: 'https://kurs.test',
  }
  const { guards } = openAccounts({ ...options, isOpen: true, now })
  const routes = {
    market: () => marketApiRoutes({ market, guards }),
    drawings: () => drawingsRoutes({ guards, db, now, market }),
    layouts: () => layoutsRoutes({ guards, db, now }),
  }
  const app = new Hono<AuthEnv>().use(async (c, next) => {
    c.set('address', '203.0.113.9')
    c.set('locale', 'en')
    await next()
  })
  for (const domain of order) app.route('/', routes[domain]())
  return app
}

async function statusesOf(app: Hono<AuthEnv>, domain: Domain, cookie: string): Promise<number[]> {
  const statuses: number[] = []
  for (let asked = 0; asked < 330; asked++) {
    statuses.push((await app.request(addresses[domain], { headers: { cookie } })).status)
  }
  return statuses
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

test.each([[domains], [domains.toReversed()]])('each domain has a separate limit: %p', async (order) => {
  const { cookie } = await signIn(db, { now: time })
  const app = appOf(order)
  for (const domain of domains) {
    expect(await statusesOf(app, domain, cookie)).toEqual([...times(300, 200), ...times(30, 429)])
  }
})

test('strangers who request drawings or layouts endlessly are rate-limited', async () => {
  const app = appOf(domains)
  for (const domain of ['drawings', 'layouts'] as const) {
    expect(await statusesOf(app, domain, '')).toEqual([...times(300, 401), ...times(30, 429)])
  }
})
