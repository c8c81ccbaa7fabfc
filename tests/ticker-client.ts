import { decode } from '@msgpack/msgpack'
import { io, type Socket } from 'socket.io-client'

export interface TickerClient {
  socket: Socket
  /** Ticks in order of arrival, decoded */
  ticks: unknown[][]
  refused: unknown[]
  feed: unknown[]
  corrected: unknown[]
  /** Arguments of the events `trades` */
  trades: unknown[][]
  subscribe(asset: string, tf: number): void
}

/**
 * Opens the stock client as a page does: the client sends its subscriptions on every connect. @param open receives the
 * socket, so that the test closes it
 */
export async function connectClient(url: string, open: { close(): unknown }[]): Promise<TickerClient> {
  const socket = io(url, { transports: ['websocket'], autoConnect: false, forceNew: true, reconnectionDelay: 20 })
  const pairs: { asset: string; tf: number }[] = []
  const client: TickerClient = {
    socket,
    ticks: [],
    refused: [],
    feed: [],
    corrected: [],
    trades: [],
    subscribe: (asset, tf) => {
      pairs.push({ asset, tf })
      socket.emit('subscribe', { asset, tf })
    },
  }
  socket.on('tick', (data: Uint8Array) => {
    const tick = decode(data)
    if (Array.isArray(tick)) client.ticks.push(tick)
  })
  socket.on('refused', (refusal) => client.refused.push(refusal))
  socket.on('feed', (state) => client.feed.push(state))
  socket.on('corrected', (correction) => client.corrected.push(correction))
  socket.on('trades', (...args) => client.trades.push(args))
  open.push(socket)
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.connect()
  })
  socket.on('connect', () => {
    for (const pair of pairs) socket.emit('subscribe', pair)
  })
  return client
}
