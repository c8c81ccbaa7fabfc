import type { LogFields } from '../../log/logger.ts'
import type { Instrument } from '../instrument.ts'
import { backoff } from './backoff.ts'
import { type Malformation, readMessage } from './binance-messages.ts'
import { openSocket } from './binance-socket.ts'
import { type Clock, createTimers } from './clock.ts'
import type { ExchangeTime } from './exchange-time.ts'
import type { FeedListener, WaitReason } from './feed.ts'
import { createSilenceWatch } from './silence.ts'

/** The exchange cuts every connection after a day. */
const renewAfterMs = (23 * 60 + 50) * 60_000
const renewJitterMs = 10 * 60_000
/** Two connections overlap by so much, ms: what one has missed, the other has. */
const overlapMs = 3000
const lookEveryMs = 5000
const goodAfterMs = 60_000
const forbiddenPauseMs = 10 * 60_000

export interface BinanceStreamOptions {
  baseUrl: string
  instruments: readonly Instrument[]
  clock: Clock
  time: ExchangeTime
  random: () => number
  /** Until when the exchange accepts nothing from us, ms UTC of our clock */
  blockedUntil(): number
  warn(message: string, fields: LogFields): void
  /** Numbers of an asset have more decimals than it has */
  onRounded(asset: string): void
}

interface Connection {
  close(): void
  hasSpoken: boolean
}

export interface Streams {
  /** Of other assets than these nobody expects to hear. */
  expectOnly(assets: readonly string[]): void
  stop(): void
}

/** Keeps one connection open, and for moments two. */
export function openStreams(options: BinanceStreamOptions, listener: FeedListener): Streams {
  const streams = new BinanceStreams(options, listener)
  streams.start()
  return { expectOnly: (assets) => streams.expectOnly(assets), stop: () => streams.stop() }
}

class BinanceStreams {
  readonly #options: BinanceStreamOptions
  readonly #listener: FeedListener
  readonly #url: string
  readonly #instruments: ReadonlyMap<string, Instrument>
  readonly #silence: ReturnType<typeof createSilenceWatch>
  readonly #timers: ReturnType<typeof createTimers<'try' | 'renew' | 'look' | 'good' | 'overlap'>>
  readonly #malformed = new Set<Malformation>()
  readonly #connections = new Set<Connection>()
  #current: Connection | undefined
  #successor: Connection | undefined
  #failures = 0
  #isStopped = false
  #isForbidden = false

  constructor(options: BinanceStreamOptions, listener: FeedListener) {
    const { baseUrl, instruments, clock } = options
    const streams = instruments.map(({ asset }) => `${asset.toLowerCase()}@kline_1m`).join('/')
    this.#options = options
    this.#listener = listener
    this.#url = `${baseUrl}/stream?streams=${streams}`
    this.#instruments = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
    this.#silence = createSilenceWatch([...this.#instruments.keys()], clock.now)
    this.#timers = createTimers(clock)
  }

  start(): void {
    this.#timers.start('try', 0, () => this.#begin())
    this.#timers.start('look', lookEveryMs, () => this.#look())
  }

  expectOnly(assets: readonly string[]): void {
    this.#silence.expectOnly(assets)
  }

  stop(): void {
    this.#isStopped = true
    this.#timers.stopAll()
    for (const connection of this.#connections) connection.close()
  }

  #begin() {
    this.#listener.onState({ name: 'connecting' })
    this.#silence.begin()
    this.#current = this.#connect()
  }

  #connect(): Connection {
    const connection: Connection = { hasSpoken: false, close: () => {} }
    connection.close = openSocket(this.#url, this.#options.clock, {
      onMessage: (message) => this.#receive(connection, message),
      onEnd: (wasOpen, refusal) => {
        if (wasOpen) return this.#lose(connection, 'disconnected')
        const isForbidden = refusal === 403 || refusal === 451
        if (isForbidden) this.#warnOfPlace(refusal)
        return this.#lose(connection, isForbidden ? 'forbidden' : 'refused')
      },
    })
    this.#connections.add(connection)
    return connection
  }

  #drop(connection: Connection | undefined) {
    if (connection && this.#connections.delete(connection)) connection.close()
  }

  #receive(connection: Connection, message: unknown) {
    const { random, time } = this.#options
    const parsed = readMessage(message, (asset) => this.#instruments.get(asset))
    if (parsed.kind === 'malformed') return this.#warnOnce(parsed.malformation)
    // A connection that is being replaced may announce its end as well.
    if (parsed.kind === 'shutdown' && connection === this.#current) {
      return this.#timers.start('renew', random() * 1000, () => this.#renew())
    }
    if (parsed.kind !== 'update') return
    if (!parsed.isExact) this.#options.onRounded(parsed.update.asset)
    time.heard(parsed.update.time)
    this.#silence.heard(parsed.update.asset)
    if (!connection.hasSpoken) this.#settle(connection)
    this.#listener.onUpdate(parsed.update)
  }

  /** Once per kind: an exchange that has changed its format would fill the log. */
  #warnOnce(malformation: Malformation) {
    if (this.#malformed.has(malformation)) return
    this.#malformed.add(malformation)
    this.#options.warn('Messages of the exchange that cannot be read are dropped', { kind: malformation })
  }

  #settle(connection: Connection) {
    connection.hasSpoken = true
    this.#isForbidden = false
    this.#timers.start('good', goodAfterMs, () => {
      this.#failures = 0
    })
    this.#timers.start('renew', renewAfterMs - this.#options.random() * renewJitterMs, () => this.#renew())
    if (connection !== this.#successor) return this.#listener.onState({ name: 'live' })
    const former = this.#current
    this.#current = this.#successor
    this.#successor = undefined
    this.#silence.begin()
    if (former) this.#timers.start('overlap', overlapMs, () => this.#dropFormer())
    else this.#listener.onState({ name: 'live' })
  }

  #dropFormer() {
    for (const connection of this.#connections) {
      if (connection !== this.#current && connection !== this.#successor) this.#drop(connection)
    }
  }

  #renew() {
    if (this.#successor || this.#isStopped) return
    this.#successor = this.#connect()
  }

  #lose(connection: Connection, reason: WaitReason) {
    this.#drop(connection)
    if (this.#isStopped) return
    if (connection === this.#successor) {
      this.#successor = undefined
      this.#failures++
      if (this.#current) {
        return this.#timers.start('renew', this.#pauseAfter(reason), () => this.#renew())
      }
    } else if (connection === this.#current) {
      this.#current = undefined
      this.#timers.stop('good')
      if (this.#successor) return this.#listener.onState({ name: 'connecting' })
      this.#failures++
    } else return
    this.#retry(reason)
  }

  #retry(reason: WaitReason) {
    const { clock, blockedUntil } = this.#options
    const pause = this.#pauseAfter(reason)
    const ban = blockedUntil() - clock.now()
    const wait = Math.max(pause, ban)
    this.#timers.stop('renew')
    this.#listener.onState({ name: 'waiting', until: clock.now() + wait, reason: ban > pause ? 'limited' : reason })
    this.#timers.start('try', wait, () => this.#begin())
  }

  /** Who is not wanted here will not be in a second either. */
  #pauseAfter(reason: WaitReason): number {
    const { random } = this.#options
    return reason === 'forbidden' ? forbiddenPauseMs * (1 + 0.1 * random()) : backoff(this.#failures, random)
  }

  /** Once, until prices have come again. */
  #warnOfPlace(status: number) {
    if (this.#isForbidden) return
    this.#isForbidden = true
    const who = status === 451 ? 'the country that this server is in' : 'this network'
    this.#options.warn(`The exchange refuses ${who}: prices stand still; it is tried again every ten minutes`, {
      status,
    })
  }

  #look() {
    this.#timers.start('look', lookEveryMs, () => this.#look())
    const verdict = this.#current ? this.#silence.verdict() : undefined
    if (verdict === 'some') {
      this.#options.warn('Some streams of the exchange are silent; connecting anew', {})
      this.#renew()
    }
    if (verdict !== 'all' || !this.#current) return
    this.#drop(this.#successor)
    this.#successor = undefined
    this.#lose(this.#current, 'silent')
  }
}
