import { Hono } from 'hono'
import { siteUrlOf } from '../../config.ts'
import { clientAddress } from '../../http/client-address.ts'
import type { AppEnv } from '../../http/env.ts'
import { AppError } from '../../http/errors.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { opsRoutes } from '../../ops/routes.ts'
import { createTicker, tickerPath } from '../../ticker/ticker.ts'
import type { PortServer } from '../http-server.ts'
import { watchTicker } from '../metrics/domain-metrics.ts'
import type { Shared } from '../shared.ts'
import type { Part } from './part.ts'

/**
 * Starts the ticker. Shares the port with the pages if the process has the role `web`; otherwise opens the port itself.
 */
export async function startTicker(shared: Shared): Promise<Part> {
  const { config, databases, log, metrics, server } = shared
  const market = await shared.market()
  const warnings = createRateLimit({ burst: 1, everyMs: 60_000, maxKeys: 1 })
  const { TICKER_RATE: ticksPerSecond, TICKER_SOCKETS: sockets, TICKER_SOCKETS_PER_ADDRESS: socketsPerAddress } = config
  const ticker = createTicker({
    market,
    events: shared.events,
    sites: [config.SITE_URL, config.TICKER_URL].flatMap((address) => address ?? []),
    limits: { ticksPerSecond, sockets, socketsPerAddress },
    onError: (error) => log.error('Error while handling a ticker client', error),
    onFull: () => {
      if (warnings.take('full', performance.now()) === 0)
        log.warn('Socket limit reached, new clients are refused: TICKER_SOCKETS', { sockets })
    },
  })
  watchTicker(metrics.registry, ticker)
  const upgrade = (request: Request, listening: PortServer) => {
    const socketAddress = listening.requestIP(request)?.address
    const address = clientAddress(request.headers.get('x-forwarded-for'), socketAddress, config.TRUST_PROXY)
    return ticker.upgrade(request, listening, address)
  }
  server.mount({ path: tickerPath, fetch: upgrade, websocket: ticker.websocket, closeConnections: ticker.close })
  if (!config.ROLES.includes('web')) {
    const health = new Hono<AppEnv>().route(
      '/',
      opsRoutes({
        databases: { market: await databases.market() },
        market,
        metrics: metrics.answer,
        isStopping: () => server.isDraining,
      }),
    )
    health.onError((error) => {
      if (error instanceof AppError) return new Response(`${error.message}\n`, { status: error.status })
      log.error('An operations request failed', error)
      return new Response('The log says what went wrong.\n', { status: 500 })
    })
    server.mount({ path: '/', fetch: (request) => health.fetch(request) })
    const port = await server.listen()
    log.info('listening', { url: siteUrlOf(config, port), port })
  }
  return { close: ticker.close }
}
