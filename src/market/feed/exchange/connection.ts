import type { LogFields } from '../../../log/logger.ts'
import type { MinuteUpdate } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import { minuteMs } from '../../timeframe.ts'
import type { Trade } from '../../trade.ts'
import { type Clock, createTimers } from '../clock.ts'
import type { WaitReason } from '../feed.ts'
import type { Exchange, Malformation, MessageUpdate, StreamMessage } from './exchange.ts'
import type { ExchangeTime } from './exchange-time.ts'
import { openSocket } from './socket.ts'

export interface ConnectorOptions {
  exchange: Pick<Exchange, 'stream' | 'symbolOf'>
  baseUrl: string
  instruments: readonly Instrument[]
  clock: Clock
  time: Pick<ExchangeTime, 'heard' | 'now' | 'isAhead'>
  warn(message: string, fields: LogFields): void
  /** Called when a value has more decimals than the digits of its asset */
  onRounded(asset: string): void
  /** Called when a message was dropped because its time lies in the future; our idea of the time may be wrong. */
  onAhead(): void
}

export interface ConnectionListener {
  /** Called once, before the first price of the connection */
  onSpoken(): void
  onUpdate(update: MinuteUpdate): void
  onTrades(trades: readonly Trade[]): void
  onShutdown(): void
  onEnd(reason: WaitReason): void
}

export interface Connection {
  /** Closes the connection. No listener is called after this. */
  close(): void
}

/** Returns a function that opens a connection to the streams of all instruments. Logs each kind of warning once. */
export function createConnector(options: ConnectorOptions): (listener: ConnectionListener) => Connection {
  const { exchange, baseUrl, instruments, clock, time, warn, onRounded, onAhead } = options
  const { stream, symbolOf } = exchange
  const bySymbol = new Map(instruments.map((instrument) => [symbolOf(instrument), instrument]))
  const url = `${baseUrl}${stream.path(instruments.map(({ asset }) => asset))}`
  /** Kinds of malformed messages already logged: after a format change at the exchange, warnings would flood the log */
  const malformed = new Set<Malformation>()
  const place = createPlaceWarning(warn)

  const read = (message: unknown) => {
    const parsed = stream.read(message, (symbol) => bySymbol.get(symbol))
    const isAhead = timesOf(parsed).some(time.isAhead)
    if (isAhead) onAhead()
    if (parsed.kind !== 'malformed' && !isAhead) return parsed
    const kind = parsed.kind === 'malformed' ? parsed.malformation : 'time in the future'
    if (!malformed.has(kind)) warn('Dropping messages of the exchange that cannot be read', { kind })
    malformed.add(kind)
    return undefined
  }
  return ({ onSpoken, onUpdate, onTrades, onShutdown, onEnd }) => {
    let hasSpoken = false
    const timers = createTimers<'keepAlive'>(clock)
    const socket = openSocket(url, clock, {
      onOpen: () => {
        for (const greeting of stream.greetings(instruments)) socket.send(greeting)
        const { keepAlive } = stream
        if (!keepAlive) return
        const beat = () => {
          socket.send(keepAlive.text)
          timers.start('keepAlive', keepAlive.everyMs, beat)
        }
        timers.start('keepAlive', keepAlive.everyMs, beat)
      },
      onMessage: (message) => {
        const parsed = read(message)
        if (parsed?.kind === 'shutdown') return onShutdown()
        if (parsed?.kind === 'trades') {
          const [{ asset } = { asset: '' }] = parsed.trades
          if (!parsed.isExact) onRounded(asset)
          return onTrades(parsed.trades)
        }
        if (parsed?.kind !== 'update') return
        if (!parsed.isExact) onRounded(parsed.update.asset)
        const update = timed(parsed.update, time)
        if (!hasSpoken) {
          hasSpoken = true
          place.letIn()
          onSpoken()
        }
        onUpdate(update)
      },
      onEnd: (wasOpen, refusal) => {
        timers.stopAll()
        onEnd(wasOpen ? 'disconnected' : place.reasonOf(refusal))
      },
    })
    return {
      close: () => {
        timers.stopAll()
        socket.close()
      },
    }
  }
}

/** Times that a message claims to have passed, ms UTC */
function timesOf(message: StreamMessage): number[] {
  if (message.kind === 'trades') return message.trades.map(({ time }) => time)
  if (message.kind !== 'update') return []
  const { openTime, isClosed, time = 0 } = message.update
  return [isClosed ? openTime + minuteMs : openTime, time]
}

/** Gives an update the exchange's time: its own if it has one, otherwise the estimated one within its minute. */
function timed(update: MessageUpdate, time: ConnectorOptions['time']): MinuteUpdate {
  const { openTime, isClosed } = update
  const earliest = isClosed ? openTime + minuteMs : openTime
  if (update.time !== undefined) time.heard(update.time)
  // A minute that has begun or ended proves that our estimate is late.
  else if (time.now() < earliest) time.heard(earliest)
  const estimated = isClosed ? time.now() : Math.min(time.now(), openTime + minuteMs - 1)
  return { ...update, time: update.time ?? estimated }
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
