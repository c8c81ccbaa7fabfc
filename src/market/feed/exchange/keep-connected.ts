import { type Clock, createTimers } from '../clock.ts'
import type { FeedState, WaitReason } from '../feed.ts'
import type { Connection, ConnectionListener } from './connection.ts'

/** Age at which a connection is renewed, ms: the exchange closes every connection after 24 hours. */
const renewAfterMs = (23 * 60 + 50) * 60_000
const renewJitterMs = 10 * 60_000
/** Overlap of the old and the new connection, ms: each may receive updates that the other misses. */
const overlapMs = 3000
const goodAfterMs = 60_000
const forbiddenPauseMs = 10 * 60_000

export interface KeepConnectedOptions {
  clock: Clock
  random: () => number
  /** End of a block of our requests by the exchange, ms UTC of our clock */
  blockedUntil(): number
  connect(listener: Omit<ConnectionListener, 'onUpdate' | 'onTrades'>): Connection
  /** Called when a new connection has become the current one. */
  onBegin(): void
  onState(state: FeedState): void
}

export interface PersistentConnection {
  isThere(): boolean
  /** Opens a replacement connection, which becomes the current one with its first message. */
  renew(): void
  /** Closes the current connection and its replacement, if any, and reconnects after a backoff. */
  giveUp(reason: WaitReason): void
  stop(): void
}

/** Keeps one connection open; while it is being renewed, two for a moment. */
export function keepConnected(options: KeepConnectedOptions): PersistentConnection {
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
      // A connection that has already been replaced may also announce a shutdown, which is ignored.
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

/** Creates the backoff between attempts: grows with each failure, reset once a connection has lasted for one minute. */
function createPauses({
  clock,
  random,
  blockedUntil,
}: Pick<KeepConnectedOptions, 'clock' | 'random' | 'blockedUntil'>) {
  const timers = createTimers<'good'>(clock)
  let failures = 0
  /** Pause after a failure, ms. A refused location or network stays refused for long, so it gets a long fixed pause. */
  const after = (reason: WaitReason) =>
    reason === 'forbidden' ? forbiddenPauseMs * (1 + 0.1 * random()) : backoff(failures, random)
  return {
    after,
    /** Returns the waiting state. The next attempt is not made before a ban by the exchange has ended. */
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

/** Returns a bounded exponential backoff with full jitter, ms */
function backoff(failures: number, random: () => number, { firstMs = 1000, maxMs = 30_000 } = {}): number {
  return Math.round(random() * Math.min(maxMs, firstMs * 2 ** failures))
}

/** A connection as the relay sees it. After `close` it emits nothing. */
interface Runner {
  close(): void
}

/** Manages one current runner, at most one successor ready to take over, and former runners that are winding down. */
interface Relay<R extends Runner> {
  current(): R | undefined
  successor(): R | undefined
  begin(runner: R): void
  prepare(runner: R): void
  /** Makes the successor the current runner. @returns whether there was a current runner before */
  handOver(): boolean
  /** Closes all former runners, which have handed over to a successor. */
  dropFormer(): void
  /** Closes a runner, if one is given. @returns the role that the runner had */
  drop(runner: R | undefined): 'current' | 'successor' | 'former'
  closeAll(): void
}

function createRelay<R extends Runner>(): Relay<R> {
  const runners = new Set<R>()
  let [current, successor]: (R | undefined)[] = []
  const close = (runner: R) => {
    if (runners.delete(runner)) runner.close()
  }
  return {
    current: () => current,
    successor: () => successor,
    begin: (runner) => {
      runners.add(runner)
      current = runner
    },
    prepare: (runner) => {
      runners.add(runner)
      successor = runner
    },
    handOver: () => {
      const hadCurrent = current !== undefined
      ;[current, successor] = [successor, undefined]
      return hadCurrent
    },
    dropFormer: () => {
      for (const runner of runners) if (runner !== current && runner !== successor) close(runner)
    },
    drop: (runner) => {
      if (!runner) return 'former'
      close(runner)
      const was = runner === current ? 'current' : runner === successor ? 'successor' : 'former'
      if (was === 'current') current = undefined
      if (was === 'successor') successor = undefined
      return was
    },
    closeAll: () => {
      for (const runner of runners) runner.close()
    },
  }
}
