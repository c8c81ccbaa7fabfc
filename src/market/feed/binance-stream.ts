import type { LogFields } from '../../http/logger.ts'
import type { Instrument } from '../instrument.ts'
import { backoff } from './backoff.ts'
import { type Malformation, readMessage } from './binance-messages.ts'
import { openSocket } from './binance-socket.ts'
import type { Clock } from './clock.ts'
import type { ExchangeTime } from './exchange-time.ts'
import type { FeedListener, FeedState } from './feed.ts'
import { createSilenceWatch } from './silence.ts'

/** The exchange cuts every connection after a day: the next one is there ten minutes before, or a little earlier. */
const renewAfterMs = (23 * 60 + 50) * 60_000
const renewJitterMs = 10 * 60_000
/** Two connections overlap by so much, ms: what one has not told, the other has. */
const overlapMs = 3000
const lookEveryMs = 5000
/** A connection that has lived so long counts as a good one: the next trouble starts with short pauses again. */
const goodAfterMs = 60_000

export interface BinanceStreamOptions {
  baseUrl: string
  instruments: readonly Instrument[]
  clock: Clock
  time: ExchangeTime
  random: () => number
  /** Until when the exchange wants to hear nothing, ms UTC of our clock */
  blockedUntil(): number
  warn(message: string, fields: LogFields): void
}

type Reason = Extract<FeedState, { name: 'waiting' }>['reason']

interface Connection {
  close(): void
  hasSpoken: boolean
}

/** Keeps one connection to the exchange's streams, and for moments two; the answer ends it. */
export function followStreams(options: BinanceStreamOptions, listener: FeedListener): () => void {
  const { baseUrl, instruments, clock, time, random, blockedUntil, warn } = options
  const streams = instruments.map(({ asset }) => `${asset.toLowerCase()}@kline_1m`).join('/')
  const assets = new Set(instruments.map(({ asset }) => asset))
  const silence = createSilenceWatch([...assets], clock.now)
  const malformed = new Map<Malformation, number>()
  const connections = new Set<Connection>()
  let current: Connection | undefined
  /** Takes over when it has spoken */
  let successor: Connection | undefined
  let failures = 0
  let isStopped = false
  const timers = new Map<'try' | 'renew' | 'look' | 'good' | 'overlap', () => void>()
  const after = (name: 'try' | 'renew' | 'look' | 'good' | 'overlap', ms: number, run: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(ms, run))
  }

  const connect = (): Connection => {
    const connection: Connection = { hasSpoken: false, close: () => {} }
    connection.close = openSocket(`${baseUrl}/stream?streams=${streams}`, clock, {
      onMessage: (message) => take(connection, message),
      onEnd: (wasOpen) => lost(connection, wasOpen ? 'disconnected' : 'refused'),
    })
    connections.add(connection)
    return connection
  }
  const drop = (connection: Connection | undefined) => {
    if (connection && connections.delete(connection)) connection.close()
  }
  const take = (connection: Connection, message: unknown) => {
    const parsed = readMessage(message)
    if (parsed.kind === 'malformed') return note(parsed.malformation)
    // The one that is on its way out may say so as well.
    if (parsed.kind === 'shutdown' && connection === current) return after('renew', random() * 1000, renew)
    if (parsed.kind !== 'update' || !assets.has(parsed.update.asset)) return
    time.heard(parsed.update.time)
    silence.heard(parsed.update.asset)
    if (!connection.hasSpoken) settle(connection)
    listener.onUpdate(parsed.update)
  }
  const note = (malformation: Malformation) => {
    const count = (malformed.get(malformation) ?? 0) + 1
    malformed.set(malformation, count)
    // Once per kind: an exchange that has changed its form would fill the log.
    if (count === 1) warn('Messages of the exchange that cannot be read are dropped', { kind: malformation })
  }

  /** A connection has told its first price. */
  const settle = (connection: Connection) => {
    connection.hasSpoken = true
    after('good', goodAfterMs, () => {
      failures = 0
    })
    after('renew', renewAfterMs - random() * renewJitterMs, renew)
    if (connection !== successor) return listener.onState({ name: 'live' })
    const former = current
    current = successor
    successor = undefined
    silence.begin()
    if (former) after('overlap', overlapMs, dropFormer)
    else listener.onState({ name: 'live' })
  }
  const dropFormer = () => {
    for (const connection of connections) if (connection !== current && connection !== successor) drop(connection)
  }
  const renew = () => {
    if (successor || isStopped) return
    successor = connect()
  }
  const lost = (connection: Connection, reason: Reason) => {
    drop(connection)
    if (isStopped) return
    if (connection === successor) {
      successor = undefined
      failures++
      if (current) return after('renew', backoff(failures, random), renew)
    } else if (connection === current) {
      current = undefined
      timers.get('good')?.()
      // Whoever was to take over is on its way already.
      if (successor) return listener.onState({ name: 'connecting' })
      failures++
    } else return
    tryAgain(reason)
  }
  const tryAgain = (reason: Reason) => {
    const pause = backoff(failures, random)
    const ban = blockedUntil() - clock.now()
    const wait = Math.max(pause, ban)
    timers.get('renew')?.()
    listener.onState({ name: 'waiting', until: clock.now() + wait, reason: ban > pause ? 'limited' : reason })
    after('try', wait, begin)
  }
  const begin = () => {
    listener.onState({ name: 'connecting' })
    silence.begin()
    current = connect()
  }
  const look = () => {
    after('look', lookEveryMs, look)
    const verdict = current ? silence.verdict() : undefined
    if (verdict === 'some') {
      warn('Some streams of the exchange are silent; connecting anew', {})
      renew()
    }
    if (verdict !== 'all' || !current) return
    drop(successor)
    successor = undefined
    lost(current, 'silent')
  }

  after('try', 0, begin)
  after('look', lookEveryMs, look)
  return () => {
    isStopped = true
    for (const cancel of timers.values()) cancel()
    for (const connection of connections) connection.close()
  }
}
