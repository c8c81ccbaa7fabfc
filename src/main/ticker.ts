import type { Server, WebSocketHandler } from 'bun'
import type { Config } from '../config.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Logger } from '../http/logger.ts'
import type { Market } from '../market/market.ts'
import { createTicker, type TickerSocketData, tickerPath } from '../market/ticker/ticker.ts'

export interface OpenTicker {
  /** Whether a request is one for the ticker; none is in a process that has another role */
  isFor(request: Request): boolean
  upgrade(request: Request, server: Server<TickerSocketData>): Response | undefined
  websocket: WebSocketHandler<TickerSocketData>
  /** Lets go of all clients; they come back when a server is there again. */
  close(): Promise<void>
}

/** The ticker as the configuration says it. */
export function openTicker(config: Config, market: Market, log: Logger): OpenTicker {
  if (!config.ROLES.includes('ticker')) {
    return { isFor: () => false, upgrade: () => undefined, websocket: {}, close: async () => undefined }
  }
  const ticker = createTicker({
    market,
    sites: [config.SITE_URL, config.TICKER_URL].flatMap((address) => address ?? []),
    limits: { ticksPerSecond: config.TICKER_RATE, socketsPerAddress: config.TICKER_SOCKETS_PER_ADDRESS },
    onError: (error) => log.error('The ticker has failed a client', error),
  })
  return {
    isFor: ({ url }) => url.startsWith(tickerPath, url.indexOf('/', 8)),
    upgrade: (request, server) => {
      const socketAddress = server.requestIP(request)?.address
      const address = clientAddress(request.headers.get('x-forwarded-for'), socketAddress, config.TRUST_PROXY)
      return ticker.upgrade(request, server, address)
    },
    websocket: ticker.websocket,
    close: ticker.close,
  }
}
