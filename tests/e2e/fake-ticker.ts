import { encode } from '@msgpack/msgpack'
import type { Page, WebSocketRoute } from 'playwright'

/** A ticker server for one page, controlled by the test. */
export interface FakeTicker {
  /**
   * Messages of the page, such as `subscribe BTCUSDT 1`; also `connect` for each connection, and `close` for each one
   * that the page ended
   */
  log: string[]
  /** Pairs that the page is subscribed to now */
  subscribed(): string[]
  /** Sends a tick of a one-minute candle with this price */
  tick(asset: string, price: number): void
  /** Sends an event with one text argument, or bytes that are not a tick */
  send(event: string, argument: unknown): void
  sendBytes(bytes: Uint8Array): void
  /** Breaks all connections; new ones are refused until `start` */
  stop(): Promise<void>
  start(): void
}

/** Replaces the Socket.IO server, so that tests control the time of every tick. Call it before the page connects. */
export async function fakeTicker(page: Page): Promise<FakeTicker> {
  const log: string[] = []
  let socket: WebSocketRoute | undefined
  let pairs = new Set<string>()
  let isUp = true

  await page.routeWebSocket(/\/socket\.io\//, (route) => {
    if (!isUp) return route.close({ code: 1001 })
    log.push('connect')
    socket = route
    pairs = new Set()
    route.onMessage((message) => {
      if (typeof message !== 'string') return
      if (message === '40') route.send('40{"sid":"test"}')
      const [, json] = /^42(.*)$/.exec(message) ?? []
      if (!json) return
      const [event, { asset, tf }]: [string, { asset: string; tf: number }] = JSON.parse(json)
      log.push(`${event} ${asset} ${tf}`)
      if (event === 'subscribe') pairs.add(`${asset} ${tf}`)
      else pairs.delete(`${asset} ${tf}`)
    })
    route.onClose((code, reason) => {
      if (socket === route) {
        socket = undefined
        pairs = new Set()
        log.push('close')
      }
      return route.close({ code, reason })
    })
    route.send('0{"sid":"test","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":4096}')
  })

  const sendBytes = (bytes: Uint8Array) => {
    socket?.send('451-["tick",{"_placeholder":true,"num":0}]')
    socket?.send(Buffer.from(bytes))
  }
  return {
    log,
    subscribed: () => [...pairs].sort(),
    tick: (asset, price) => {
      const openTime = Date.UTC(2026, 10, 21, 12)
      sendBytes(encode([asset, 1, openTime, price, price, price, price, 1, 0, openTime + 1]))
    },
    send: (event, argument) => socket?.send(`42${JSON.stringify([event, argument])}`),
    sendBytes,
    stop: async () => {
      isUp = false
      const broken = socket
      socket = undefined
      pairs = new Set()
      await broken?.close({ code: 1001 })
    },
    start: () => {
      isUp = true
    },
  }
}
