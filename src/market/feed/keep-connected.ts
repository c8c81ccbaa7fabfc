import { backoff } from './backoff.ts'
import type { Connection, ConnectionListener } from './binance-connection.ts'
import { type Clock, createTimers } from './clock.ts'
import type { FeedState, WaitReason } from './feed.ts'
import { createRelay } from './relay.ts'

/** The exchange cuts every connection after a day. */
const renewAfterMs = (23 * 60 + 50) * 60_000
const renewJitterMs = 10 * 60_000
/** Two connections overlap by so much, ms: what one has missed, the other has. */
const overlapMs = 3000
const goodAfterMs = 60_000
const forbiddenPauseMs = 10 * 60_000

export interface KeepConnectedOptions {
  clock: Clock
  random: () => number
  /** Until when the exchange accepts nothing from us, ms UTC of our clock */
  blockedUntil(): number
  connect(listener: Omit<ConnectionListener, 'onUpdate'>): Connection
  /** Another connection counts from now on. */
  onBegin(): void
  onState(state: FeedState): void
}

export interface KeptConnection {
  isThere(): boolean
  /** Has another connection take over, once it speaks. */
  renew(): void
  /** Ends all connections, and begins anew after a while. */
  giveUp(reason: WaitReason): void
  stop(): void
}

/** Keeps one connection open, and for moments two. */
export function keepConnected(options: KeepConnectedOptions): KeptConnection {
  const { clock, random, onBegin, onState } = options
  const relay = createRelay<Connection>()
  const timers = createTimers<'try' | 'renew' | 'overlap'>(clock)
  const pauses = createPauses(options)

  const begin = () => {
    onState({ name: 'connecting' })
    onBegin()
    relay.begin(connect())
  }
  const renew = () => {
    if (!relay.successor()) relay.prepare(connect())
  }
  const connect = () => {
    const connection = options.connect({
      onSpoken: () => settle(connection),
      // A connection that is being replaced may announce its end as well.
      onShutdown: () => {
        if (connection === relay.current()) timers.start('renew', random() * 1000, renew)
      },
      onEnd: (reason) => lose(connection, reason),
    })
    return connection
  }
  const settle = (connection: Connection) => {
    pauses.settle()
    timers.start('renew', renewAfterMs - random() * renewJitterMs, renew)
    if (connection !== relay.successor()) return onState({ name: 'live' })
    onBegin()
    if (relay.handOver()) timers.start('overlap', overlapMs, relay.dropFormer)
    else onState({ name: 'live' })
  }
  const lose = (connection: Connection, reason: WaitReason) => {
    const was = relay.drop(connection)
    if (was === 'former') return
    if (was === 'current') pauses.unsettle()
    if (relay.successor()) return onState({ name: 'connecting' })
    pauses.fail()
    if (relay.current()) return timers.start('renew', pauses.after(reason), renew)
    const state = pauses.waiting(reason)
    timers.stop('renew')
    onState(state)
    timers.start('try', state.until - clock.now(), begin)
  }
  timers.start('try', 0, begin)
  return {
    isThere: () => relay.current() !== undefined,
    renew,
    giveUp: (reason) => {
      relay.drop(relay.successor())
      const current = relay.current()
      if (current) lose(current, reason)
    },
    stop: () => {
      for (const end of [timers.stopAll, pauses.stop, relay.closeAll]) end()
    },
  }
}

/** How long to wait before the next try: longer with every failure, until a connection has lasted for a minute. */
function createPauses({
  clock,
  random,
  blockedUntil,
}: Pick<KeepConnectedOptions, 'clock' | 'random' | 'blockedUntil'>) {
  const timers = createTimers<'good'>(clock)
  let failures = 0
  /** ms; who is not wanted here will not be in a second either */
  const after = (reason: WaitReason) =>
    reason === 'forbidden' ? forbiddenPauseMs * (1 + 0.1 * random()) : backoff(failures, random)
  return {
    after,
    /** Nobody is asked before a ban is over. */
    waiting: (reason: WaitReason) => {
      const [pause, ban] = [after(reason), blockedUntil() - clock.now()]
      const until = clock.now() + Math.max(pause, ban)
      return { name: 'waiting', until, reason: ban > pause ? 'limited' : reason } as const
    },
    fail: () => {
      failures++
    },
    settle: () => {
      timers.start('good', goodAfterMs, () => {
        failures = 0
      })
    },
    unsettle: () => timers.stop('good'),
    stop: timers.stopAll,
  }
}
