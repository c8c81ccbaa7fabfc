import { afterAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { readConfig } from '../src/config.ts'
import { AppError } from '../src/http/errors.ts'
import { createLogger } from '../src/log/logger.ts'
import {
  watchBots,
  watchBroadcasts,
  watchMarket,
  watchPages,
  watchRedis,
  watchTicker,
} from '../src/main/metrics/domain-metrics.ts'
import { openMetrics, openMetricsPort } from '../src/main/metrics/open-metrics.ts'
import { metricsRoutes, writeExposition } from '../src/ops/metrics/metrics-routes.ts'
import { createRegistry } from '../src/ops/metrics/registry.ts'
import { createTestFeed } from './doubles/feed.ts'
import { createTestSite, page } from './site.ts'

const token = 'a token of sixteen'.replaceAll(' ', '-')
const site = await createTestSite({
  env: { METRICS_TOKEN: token },
  feed: createTestFeed(),
  files: { 'en/docs/a.md': page({}), 'ru/docs/a.md': page({}) },
})
afterAll(() => site.close())

const ask = (authorization?: string, accept = '*/*') =>
  site.app.request('/metrics', { headers: { accept, ...(authorization && { authorization }) } })

/** Returns metric samples by name with labels, as written in the response */
async function samples(): Promise<Map<string, number>> {
  const text = await (await ask(`Bearer ${token}`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('metrics require the token', async () => {
  for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token]) {
    const answer = await ask(wrong)
    expect([wrong, answer.status, answer.headers.get('www-authenticate')]).toEqual([
      wrong,
      401,
      'Bearer realm="metrics"',
    ])
    expect(await answer.text()).not.toContain('kurs_')
  }
  const answer = await ask(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  const newer = await ask(`bearer ${token}`, 'application/openmetrics-text; version=1.0.0')
  expect(newer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(await newer.text()).toEndWith('\n# EOF\n')
  expect(site.logged()).not.toContain(token)
})

test('a rarely increased counter exists from the start, or its first increment would be missed', async () => {
  const found = await samples()
  expect(found.get('kurs_db_busy_total{database="app"}')).toBe(0)
  expect(found.has('kurs_db_slow_statements_total{database="app"}')).toBe(true)
})

test('without a configured token the metrics path is a 404', async () => {
  const app = new Hono().route('/', metricsRoutes(undefined))
  app.onError((error) => new Response('', { status: error instanceof AppError ? error.status : 500 }))
  expect((await app.request('/metrics')).status).toBe(404)
})

test('requests are counted by route pattern, and pages by source', async () => {
  const before = await samples()
  const grown = async (name: string) => ((await samples()).get(name) ?? 0) - (before.get(name) ?? 0)
  await site.read('/en/docs/a')
  await site.pages.settled()
  const etag = (await site.app.request('/en/docs/a')).headers.get('etag') ?? ''
  await site.app.request('/en/docs/a', { headers: { 'if-none-match': etag } })
  for (const strange of ['/nothing-1', '/en/nothing-2', '/docs/none']) await site.app.request(strange)
  await site.app.request('/docs/a', { method: 'PROPFIND' })
  expect(await grown('kurs_http_requests_total{route="/docs/:slug",method="GET",status="2xx"}')).toBe(1)
  expect(await grown('kurs_http_requests_total{route="/docs/:slug",method="GET",status="4xx"}')).toBe(1)
  expect(await grown('kurs_http_requests_total{route="(memory)",method="GET",status="2xx"}')).toBe(1)
  expect(await grown('kurs_http_requests_total{route="(memory)",method="GET",status="3xx"}')).toBe(1)
  expect(await grown('kurs_http_request_duration_seconds_count{route="/docs/:slug",method="GET"}')).toBe(2)
  expect(await grown('kurs_page_cache_answers_total{result="hit"}')).toBe(2)
  expect(await grown('kurs_page_cache_answers_total{result="miss"}')).toBe(2)
  const names = [...(await samples()).keys()]
  expect(names.filter((name) => name.includes('nothing') || name.includes('PROPFIND'))).toEqual([])
  expect(names).toContainEqual(expect.stringContaining('method="other"'))
  expect((await samples()).get('kurs_page_cache_bytes')).toBeGreaterThan(1000)
})

test('the separate metrics port serves only metrics and requires a configured token', async () => {
  const config = readConfig({ METRICS_ADDRESS: '127.0.0.1:0', METRICS_TOKEN: token, DATA_DIR: site.dataDir })
  const log = createLogger({ level: 'silent', write: () => {} })
  const metrics = openMetrics(config, log, undefined)
  expect(metrics.answer).toBeUndefined()
  const { port, close } = await openMetricsPort({ config, metrics })
  const url = `http://127.0.0.1:${port}`
  const authorization = `Bearer ${token}`
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  expect((await fetch(`${url}/metrics`, { method: 'POST', headers: { authorization } })).status).toBe(404)
  expect((await fetch(`${url}/healthz`, { headers: { authorization } })).status).toBe(404)
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text()
  expect(text).toMatch(/^kurs_build_info\{version="[\d.]+",bun="[\d.]+",roles="web,/m)
  expect(text).toMatch(/^kurs_disk_free_bytes \d+$/m)
  expect(text).toMatch(/^kurs_db_bytes\{database="app"\} \d{4,}$/m)
  const second = { config: { ...config, METRICS_ADDRESS: { hostname: '127.0.0.1', port: port ?? 0 } }, metrics }
  expect(() => openMetricsPort(second)).toThrow(`METRICS_ADDRESS=127.0.0.1:${port}: it cannot be listened on`)
  await close()
})

test.each(['9464', '127.0.0.1', 'http://a:1', '127.0.0.1:70000', '[::1]'])('METRICS_ADDRESS=%s is refused', (value) => {
  expect(() => readConfig({ METRICS_ADDRESS: value })).toThrow('METRICS_ADDRESS')
})

test('METRICS_ADDRESS accepts IPv4 and IPv6; a short token is refused and not shown', () => {
  expect(readConfig({ METRICS_ADDRESS: '[::1]:9464' }).METRICS_ADDRESS).toEqual({ hostname: '::1', port: 9464 })
  expect(readConfig({ METRICS_ADDRESS: 'localhost:9464' }).METRICS_ADDRESS?.hostname).toBe('localhost')
  expect(() => readConfig({ METRICS_TOKEN: 'hunter2' })).toThrow(/METRICS_TOKEN=…: expected at least 16/)
})

test('a source silent since startup has an age too, because an alert depends on it', async () => {
  const registry = createRegistry()
  let now = 5000
  const silent = {
    ...site.market,
    onTick: () => () => {},
    onClose: () => () => {},
  }
  watchMarket(registry, silent, () => now)
  now += 130_000
  expect(writeExposition(await registry.read(), 'prometheus')).toContain('\nkurs_feed_age_seconds 130\n')
})

const written = /\b(?:kurs|process)_\w+/g

/**
 * Returns the names of the metrics of all roles, as in HELP lines, with the series that Prometheus derives from
 * histograms
 */
async function known(): Promise<Set<string>> {
  const config = readConfig({ METRICS_ADDRESS: '127.0.0.1:0', DATA_DIR: site.dataDir })
  const metrics = openMetrics(config, createLogger({ level: 'silent', write: () => {} }), undefined)
  const port = await openMetricsPort({ config, metrics })
  watchTicker(metrics.registry, { metrics: () => ticker })
  watchMarket(metrics.registry, site.market, performance.now.bind(performance))
  watchPages(metrics.registry, site.pages)
  watchBots(metrics.registry, { count: () => 0 })
  watchBroadcasts(metrics.registry, site.appDb)
  watchRedis(metrics.registry, { status: () => ({ isConnected: true, connects: 1, pingMs: 1, waiting: 0 }) })
  const text = await (await fetch(`http://127.0.0.1:${port.port}/metrics`)).text()
  await port.close()
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}
const ticker = { sockets: 0, subscriptions: 0, slow: 0, ticksOut: 0, refused: 0, rejected: 0 }

test('the dashboard and the documentation name every metric, and only existing ones', async () => {
  const names = await known()
  const dashboard = await Bun.file('deploy/grafana.json').text()
  const pages = ['en', 'ru'].map((locale) => Bun.file(`content/${locale}/docs/5.operations/15.metrics.md`).text())
  for (const text of [dashboard, ...(await Promise.all(pages))]) {
    const used = [...new Set(text.match(written))].filter((name) => name !== 'process_')
    expect(used.filter((name) => !names.has(name))).toEqual([])
    const own = [...names].filter((name) => name.startsWith('kurs_') && !/_(bucket|count|sum)$/.test(name))
    expect(own.filter((name) => !used.some((one) => one === name || one === `${name}_bucket`))).toEqual([])
  }
})
