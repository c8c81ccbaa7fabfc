import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { paths } from '../../paths.ts'
import type { FamilySamples, HistogramSample, Labels, Registry } from './registry.ts'

/**
 * Text formats of metrics: `prometheus` is version 0.0.4, `openmetrics` 1.0.0. Source:
 * https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export type Exposition = 'prometheus' | 'openmetrics'

const contentTypes = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const satisfies Record<Exposition, string>

/** Chooses the format of metrics by the Accept header; the older format by default. */
export function expositionFor(accept: string | undefined): Exposition {
  return accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus'
}

export function writeExposition(families: readonly FamilySamples[], exposition: Exposition): string {
  const lines = families.flatMap((family) => linesOf(family, exposition))
  if (exposition === 'openmetrics') lines.push('# EOF')
  return `${lines.join('\n')}\n`
}

function linesOf(family: FamilySamples, exposition: Exposition): string[] {
  const { name, help, kind } = family
  const sampled = kind === 'counter' ? `${name}_total` : name
  // The older format uses the name of the samples in its headings, the newer format uses the name of the family.
  const titled = exposition === 'openmetrics' ? name : sampled
  const samples =
    kind === 'histogram'
      ? family.samples.flatMap((sample) => histogramLines(name, family.bounds, sample))
      : family.samples.map(({ labels, value }) => `${sampled}${braced(labels)} ${numberOf(value)}`)
  return [`# HELP ${titled} ${escapeHelp(help)}`, `# TYPE ${titled} ${kind}`, ...samples]
}

function histogramLines(name: string, bounds: readonly number[], { labels, counts, sum }: HistogramSample): string[] {
  let count = 0
  const buckets = counts.map((own, at) => {
    count += own
    const bound = bounds[at]
    return `${name}_bucket${braced({ ...labels, le: bound === undefined ? '+Inf' : boundOf(bound) })} ${count}`
  })
  return [...buckets, `${name}_sum${braced(labels)} ${numberOf(sum)}`, `${name}_count${braced(labels)} ${count}`]
}

function braced(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Formats an integer bound with a decimal point, because OpenMetrics compares bounds as strings. */
function boundOf(bound: number): string {
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound)
}

function numberOf(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeValue(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}

export interface MetricsAnswer {
  registry: Pick<Registry, 'read'>
  /** Bearer token that requests must have; undefined if none is required */
  token: string | undefined
}

const noStore = { 'cache-control': 'no-store' }

/** @param metrics  undefined if metrics are disabled here: the path then answers 404 */
export function metricsRoutes(metrics: MetricsAnswer | undefined) {
  return new Hono<AppEnv>().get(paths.metrics, anyone, (c) => {
    if (!metrics) throw new NotFoundError(paths.metrics)
    return answerMetrics(metrics, c.req.raw.headers)
  })
}

export async function answerMetrics({ registry, token }: MetricsAnswer, headers: Headers): Promise<Response> {
  if (token !== undefined && !isBearer(headers.get('authorization'), token)) {
    const asked = { 'www-authenticate': 'Bearer realm="metrics"', ...noStore }
    return new Response('Metrics are for whoever has the token.\n', { status: 401, headers: asked })
  }
  const exposition = expositionFor(headers.get('accept') ?? undefined)
  const text = writeExposition(await registry.read(), exposition)
  return new Response(text, { headers: { 'content-type': contentTypes[exposition], ...noStore } })
}

/** Compares the bearer token in constant time. */
function isBearer(authorization: string | null, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hashOf(given), hashOf(token))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
