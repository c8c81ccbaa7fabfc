import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { paths } from '../../paths.ts'
import { contentTypes, expositionFor, writeExposition } from './exposition.ts'
import type { Registry } from './registry.ts'

export interface MetricsAnswer {
  registry: Pick<Registry, 'read'>
  /** Required bearer token; undefined if none is required */
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

/** Compares in constant time. */
function isBearer(authorization: string | null, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hashOf(given), hashOf(token))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
