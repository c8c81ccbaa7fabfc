import type { MinuteUpdate } from '../../src/market/candle.ts'
import { bybit } from '../../src/market/feed/bybit/bybit.ts'
import type { Exchange } from '../../src/market/feed/exchange/exchange.ts'
import { createExchangeFeed } from '../../src/market/feed/exchange/exchange-feed.ts'
import type { Feed } from '../../src/market/feed/feed.ts'
import { joinFeeds } from '../../src/market/feed/joined/joined-feed.ts'
import { createMoexFeed } from '../../src/market/feed/moex/moex.ts'
import { moexShares } from '../../src/market/feed/moex/shares.ts'
import { okx } from '../../src/market/feed/okx/okx.ts'
import { defaultInstruments } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { type FakeClock, fakeClock } from '../fake-clock.ts'
import type { ExchangeTruth } from './exchange-truth.ts'
import { startIss } from './iss.ts'
import { startVenue, type VenueName, venueNames } from './venue.ts'

export const sourceNames = [...venueNames, 'moex', 'bybit,okx'] as const
export type SourceName = (typeof sourceNames)[number]

const random = () => 0.5
/** The service may show a candle's last trades this long after its minute, ms. */
const issSettledMs = 2 * minuteMs

interface Source {
  feed: Feed
  exchange: { now(): number; truth: Pick<ExchangeTruth, 'closed'> }
  /** Makes the source unreachable, or reachable again. */
  refuse(refuses: boolean): void
  /** Answers the next requests with a limit or a ban. */
  ban(): void
  /** Sends or answers what cannot be read. */
  garble(): void
  /** Ends the connections. */
  cut(): void
  /** Whether no fault is left that a request must meet */
  isSound(): boolean
  /** Number of answered requests */
  requests(): number
  /** Requests that came although the source had said when to come again */
  early(): number
  /** Messages with candles or trades so far; undefined if the feed asks for them */
  messages?(): { sent: number; read: number }
  close(): Promise<void>
}

/** Two exchanges together: what happens, happens to both. */
function startBoth(clock: FakeClock): Source {
  const [first, second] = [startSource('bybit', clock), startSource('okx', clock)]
  const prefix = 'okx:'
  const both = [first, second]
  return {
    feed: joinFeeds([first.feed, second.feed]),
    exchange: {
      now: clock.now,
      truth: {
        closed: (asset, from, to) =>
          asset.startsWith(prefix)
            ? second.exchange.truth.closed(asset.slice(prefix.length), from, to)
            : first.exchange.truth.closed(asset, from, to),
      },
    },
    refuse: (refuses) => both.map(({ refuse }) => refuse(refuses)),
    ban: () => both.map(({ ban }) => ban()),
    garble: () => both.map(({ garble }) => garble()),
    cut: () => both.map(({ cut }) => cut()),
    isSound: () => both.every(({ isSound }) => isSound()),
    requests: () => both.reduce((sum, { requests }) => sum + requests(), 0),
    early: () => both.reduce((sum, { early }) => sum + early(), 0),
    messages: () => {
      const all = both.map(({ messages }) => messages?.() ?? { sent: 0, read: 0 })
      return all.reduce((sum, { sent, read }) => ({ sent: sum.sent + sent, read: sum.read + read }))
    },
    close: async () => {
      for (const { close } of both) await close()
    },
  }
}

function startSource(name: SourceName, clock: FakeClock): Source {
  if (name === 'bybit,okx') return startBoth(clock)
  if (name === 'moex') return startMoex(clock).source
  const instruments = defaultInstruments.slice(0, 2)
  const venue = startVenue(name, { clock, instruments, tradesEveryMs: 500 })
  const { addresses, faults, truth } = venue
  const exchange = { bybit, okx }[name satisfies VenueName]
  let read = 0
  const counted: Exchange['stream']['read'] = (...asked) => {
    const message = exchange.stream.read(...asked)
    if (message.kind === 'update' || message.kind === 'trades') read++
    return message
  }
  const judge: Exchange['requests']['judge'] = (response) => {
    const judged = exchange.requests.judge(response)
    if (judged.kind === 'limited') venue.heard()
    return judged
  }
  const protocol: Exchange = {
    ...exchange,
    stream: { ...exchange.stream, read: counted },
    requests: { ...exchange.requests, judge },
  }
  return {
    feed: createExchangeFeed(protocol, { instruments, addresses, clock, random }),
    exchange: { now: clock.now, truth },
    refuse: (refuses) => {
      faults.refuses = refuses
      if (refuses) venue.cut()
    },
    ban: () => {
      ;[faults.limits, faults.bans] = [2, 1]
    },
    garble: () => {
      for (const text of ['', '{', 'null', '[]', '42', '{"data":[]}', '{"topic":"kline.1.BTCUSDT"}']) venue.say(text)
      venue.sayAhead()
      faults.garbled = 3
    },
    cut: venue.cut,
    // The streams go on, and requests may not be needed.
    isSound: () => true,
    requests: () => venue.counts.requests,
    early: () => venue.counts.early,
    messages: () => ({ sent: venue.counts.sent + venue.counts.trades + venue.counts.ahead, read }),
    close: venue.close,
  }
}

function startMoex(clock: FakeClock) {
  const instruments = moexShares.slice(0, 2)
  const iss = startIss(clock, instruments)
  const { address, faults } = iss
  const moex = createMoexFeed({ instruments, address, clock, random })
  const source: Source = {
    feed: {
      ...moex,
      get instruments() {
        return moex.instruments
      },
      start: (listener) =>
        moex.start({
          ...listener,
          onState: (state) => {
            if (state.name === 'waiting' && state.reason === 'limited') iss.heard()
            listener.onState(state)
          },
        }),
    },
    exchange: { now: () => iss.now() - issSettledMs, truth: iss.truth },
    refuse: (refuses) => {
      faults.refuses = refuses
    },
    ban: () => faults.next.push('limited', 'forbidden'),
    garble: () => faults.next.push('html', 'malformed', 'failed', 'future', 'malformed', 'html'),
    cut: () => {},
    isSound: () => faults.next.length === 0,
    requests: () => iss.counts.requests,
    early: () => iss.counts.early,
    close: iss.close,
  }
  return { iss, source }
}

export type VenueSession = ReturnType<typeof startVenueSession>

/** Starts a double and its feed on one fake clock. */
function startVenueSession(source: Source, clock: FakeClock) {
  const updates: MinuteUpdate[] = []
  const { feed: real } = source
  const feed: Feed = {
    ...real,
    get instruments() {
      return real.instruments
    },
    start: (listener) =>
      real.start({
        ...listener,
        onUpdate: (update) => {
          updates.push(update)
          listener.onUpdate(update)
        },
      }),
  }
  const turn = (turns: number) =>
    new Promise<void>((resolve) => {
      if (turns < 30) setImmediate(resolve)
      else setTimeout(resolve, 1)
    })
  let lost = 0
  return {
    ...source,
    clock,
    feed,
    updates,
    passUntil: async (condition: () => boolean, stepMs = 500) => {
      for (let tries = 0; tries < 5000; tries++) {
        for (let turns = 0; turns < 36; turns++) {
          if (condition()) return
          await turn(turns)
        }
        clock.advance(stepMs)
      }
      throw new Error(`It has not come about: ${condition}`)
    },
    /** Advances time in steps, each after the effects of the previous one are complete. */
    pass: async (ms: number, stepMs = 2000) => {
      for (const end = clock.now() + ms; clock.now() < end; ) {
        const requests = source.requests()
        clock.advance(Math.min(stepMs, end - clock.now()))
        const unread = () => {
          const { sent, read } = source.messages?.() ?? { sent: 0, read: 1 }
          return sent - read
        }
        const isThrough = () => source.messages !== undefined && unread() === lost
        for (let turns = 0; turns < (source.messages ? 200 : 34) && !isThrough(); turns++) await turn(turns)
        if (source.messages) lost = unread()
        // An answer on its way must not reach its timeout on the fake clock.
        for (let answered = requests; answered !== source.requests(); ) {
          answered = source.requests()
          for (let turns = 0; turns < 36; turns++) await turn(turns)
        }
      }
    },
  }
}

/** Friday, 15:00:30 in Moscow */
const sessionStart = Date.UTC(2026, 10, 20, 12, 0, 30)

export function openVenueSession(name: SourceName): VenueSession {
  const clock = fakeClock(sessionStart)
  return startVenueSession(startSource(name, clock), clock)
}

export function openMoexSession(start = sessionStart) {
  const clock = fakeClock(start)
  const { iss, source } = startMoex(clock)
  return { iss, session: startVenueSession(source, clock) }
}
