import type { LogFields } from '../../log/logger.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { type Malformation, readMessage } from './binance-messages.ts'
import { openSocket } from './binance-socket.ts'
import type { Clock } from './clock.ts'
import type { ExchangeTime } from './exchange-requests.ts'
import type { WaitReason } from './feed.ts'

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
