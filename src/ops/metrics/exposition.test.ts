import { expect, test } from 'bun:test'
import { expositionFor, writeExposition } from './metrics-routes.ts'
import { createRegistry, maxSeries } from './registry.ts'

test('counters, gauges and histograms are written in Prometheus format', async () => {
  const registry = createRegistry()
  const requests = registry.counter({ name: 'requests', help: 'How\nmany' })
  requests.add({ path: 'a"b\\c\n' })
  requests.add({ path: 'a"b\\c\n' }, 2)
  requests.cell({ path: 'x' }).add()
  registry.collect('gauge', { name: 'room', help: 'Left' }, async () => [{ value: Number.POSITIVE_INFINITY }])
  const seconds = registry.histogram({ name: 'seconds', help: 'Time', bounds: [0.5, 1] })
  for (const value of [0.5, 0.6, 1, 7]) seconds.observe({ job: 'a' }, value)
  const families = await registry.read()
  expect(writeExposition(families, 'prometheus')).toBe(`# HELP requests_total How\\nmany
# TYPE requests_total counter
requests_total{path="a\\"b\\\\c\\n"} 3
requests_total{path="x"} 1
# HELP room Left
# TYPE room gauge
room +Inf
# HELP seconds Time
# TYPE seconds histogram
seconds_bucket{job="a",le="0.5"} 1
seconds_bucket{job="a",le="1.0"} 3
seconds_bucket{job="a",le="+Inf"} 4
seconds_sum{job="a"} 9.1
seconds_count{job="a"} 4
# HELP kurs_metrics_unread_total Metrics that could not be read, each time somebody asked
# TYPE kurs_metrics_unread_total counter
`)
  const newer = writeExposition(families, 'openmetrics')
  expect(newer).toContain('# TYPE requests counter\nrequests_total{path=')
  expect(newer).toEndWith('\n# TYPE kurs_metrics_unread counter\n# EOF\n')
})

test('OpenMetrics is used only on request', () => {
  expect(expositionFor('application/openmetrics-text; version=1.0.0,text/plain;q=0.5')).toBe('openmetrics')
  expect([expositionFor(undefined), expositionFor('*/*')]).toEqual(['prometheus', 'prometheus'])
})

test('series beyond 2,000 per family are counted as other', async () => {
  const registry = createRegistry()
  const counter = registry.counter({ name: 'many', help: '' })
  for (let key = 0; key < maxSeries + 10; key++) counter.add({ key: `${key}` })
  const [family] = await registry.read()
  expect(family?.samples).toHaveLength(2001)
  expect(family?.samples.at(-1)).toEqual({ labels: { key: 'other' }, value: 10 })
})

test('a metric that cannot be read does not affect the others', async () => {
  const registry = createRegistry()
  registry.collect('gauge', { name: 'away', help: '' }, () => Promise.reject(new Error('The database is away')))
  registry.collect('gauge', { name: 'here', help: '' }, () => [{ value: 1 }])
  const text = writeExposition(await registry.read(), 'prometheus')
  expect(text).toContain('# TYPE away gauge\n# HELP here \n')
  expect(text).toContain('kurs_metrics_unread_total{metric="away"} 1\n')
})

test('a metric that takes too long is skipped', async () => {
  const registry = createRegistry()
  registry.collect('gauge', { name: 'silent', help: '' }, () => new Promise<never>(() => {}))
  registry.collect('gauge', { name: 'here', help: '' }, () => [{ value: 1 }])
  const text = writeExposition(await registry.read(), 'prometheus')
  expect(text).toContain('here 1\n')
  expect(text).toContain('kurs_metrics_unread_total{metric="silent"} 1\n')
})
