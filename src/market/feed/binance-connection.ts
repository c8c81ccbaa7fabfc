import type { LogFields } from '../../log/logger.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { type Malformation, readMessage } from './binance-messages.ts'
import type { Clock } from './clock.ts'
import type { ExchangeTime } from './exchange-requests.ts'
import type { WaitReason } from './feed.ts'

const openWithinMs = 10_000

interface SocketListener {
  onMessage(message: unknown): void
  /** Called when the connection has ended. @param refusal  HTTP status that refused the upgrade, if known */
  onEnd(wasOpen: boolean, refusal: number | undefined): void
}

/** Opens a WebSocket; Bun answers pings. Returns a function that closes it, after which no listener is called. */
function openSocket(url: string, clock: Clock, { onMessage, onEnd }: SocketListener): () => void {
  let [isOpen, isOver] = [false, false]
  let refusal: number | undefined
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const cancel = clock.after(openWithinMs, () => {
    if (!isOpen) end()
  })
  const leave = () => {
    isOver = true
    cancel()
    // `terminate` closes immediately; a closing handshake would wait for a peer that may be gone.
    if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
    else socket.close()
  }
  const end = () => {
    if (isOver) return
    leave()
    onEnd(isOpen, refusal)
  }
  socket.addEventListener('open', () => {
    isOpen = true
    cancel()
  })
  socket.addEventListener('message', ({ data }) => {
    if (!isOver) onMessage(data)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', (event) => {
    refusal = statusIn(event)
    end()
  })
  return () => {
    if (!isOver) leave()
  }
}

/** Browsers do not expose the HTTP status of a failed upgrade; Bun and `ws` put it at the end of the message. */
function statusIn(event: Event): number | undefined {
  const message = 'message' in event ? String(event.message) : ''
  const [, status] = /(?:Expected 101 status code|Unexpected server response): (\d{3})/.exec(message) ?? []
  return status === undefined ? undefined : Number(status)
}

export interface ConnectorOptions {
  baseUrl: string
  instruments: readonly Instrument[]
  clock: Clock
  time: Pick<ExchangeTime, 'heard'>
  warn(message: string, fields: LogFields): void
  /** Called when a value has more decimals than the digits of its asset */
  onRounded(asset: string): void
}

export interface ConnectionListener {
  /** Called once, before the first price of the connection */
  onSpoken(): void
  onUpdate(update: MinuteUpdate): void
  onShutdown(): void
  onEnd(reason: WaitReason): void
}

export interface Connection {
  /** Closes the connection. No listener is called after this. */
  close(): void
}

/** Returns a function that opens a connection to the streams of all instruments. Logs each kind of warning once. */
export function createConnector(options: ConnectorOptions): (listener: ConnectionListener) => Connection {
  const { baseUrl, instruments, clock, time, warn, onRounded } = options
  const streams = instruments.map(({ asset }) => `${asset.toLowerCase()}@kline_1m`).join('/')
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  /** Kinds of malformed messages already logged: after a format change at the exchange, warnings would flood the log */
  const malformed = new Set<Malformation>()
  const place = createPlaceWarning(warn)

  const read = (message: unknown) => {
    const parsed = readMessage(message, (asset) => byAsset.get(asset))
    if (parsed.kind !== 'malformed') return parsed
    if (!malformed.has(parsed.malformation)) {
      malformed.add(parsed.malformation)
      warn('Dropping messages of the exchange that cannot be parsed', { kind: parsed.malformation })
    }
    return undefined
  }
  return ({ onSpoken, onUpdate, onShutdown, onEnd }) => {
    let hasSpoken = false
    const close = openSocket(`${baseUrl}/stream?streams=${streams}`, clock, {
      onMessage: (message) => {
        const parsed = read(message)
        if (parsed?.kind === 'shutdown') return onShutdown()
        if (parsed?.kind !== 'update') return
        if (!parsed.isExact) onRounded(parsed.update.asset)
        time.heard(parsed.update.time)
        if (!hasSpoken) {
          hasSpoken = true
          place.letIn()
          onSpoken()
        }
        onUpdate(parsed.update)
      },
      onEnd: (wasOpen, refusal) => onEnd(wasOpen ? 'disconnected' : place.reasonOf(refusal)),
    })
    return { close }
  }
}

/** Logs once that the exchange refuses this location or network; may log again after prices have arrived. */
function createPlaceWarning(warn: ConnectorOptions['warn']) {
  let isForbidden = false
  return {
    letIn: () => {
      isForbidden = false
    },
    /** Classifies a refusal. @param status  HTTP status that refused the WebSocket upgrade */
    reasonOf: (status: number | undefined): WaitReason => {
      if (status !== 403 && status !== 451) return 'refused'
      const who = status === 451 ? 'the country that this server is in' : 'this network'
      const message = `The exchange refuses ${who}: prices are not updating; retrying every ten minutes`
      if (!isForbidden) warn(message, { status })
      isForbidden = true
      return 'forbidden'
    },
  }
}
