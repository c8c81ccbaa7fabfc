import type { z } from 'zod'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import type { MarketState } from '../asset-state.ts'
import type { Feed } from '../feed/feed.ts'
import type { Follower } from '../follower.ts'
import type { Span } from '../span.ts'
import { candlesCorrected, feedState } from '../topics.ts'
import { type MarketIdentity, marketAsked, marketNews, marketTold } from './process-topics.ts'
import type { RenewableBooks } from './renewable-books.ts'
import { createUnwritten } from './unwritten.ts'

/** Without a word for so long the feed's process is taken for stopped, whatever the connection says. */
const silentAfterMs = 30_000
/** One that is gone is looked for at least so often. */
const lookAgainMs = 2000
/** So long a reader waits for what the feed's process has yet to write; then it takes what is there. */
const longestWaitMs = 1000

export interface FollowProcessOptions {
  books: RenewableBooks
  /** What the books were made from, as far as it is known */
  known: MarketIdentity
  /** Takes into the books what the database has of an asset. @returns the past that has changed */
  read(asset: string): Promise<Span | undefined>
  /** What `FEED` names in this process */
  expected?: Feed['id'] | undefined
  events: Pick<Events, 'emit' | 'on' | 'others'>
  /** ms UTC, by the system's clock */
  now?: (() => number) | undefined
  log: Logger
}

export interface ProcessFollower extends Follower {
  /** Of the prices in the books */
  identity(): MarketIdentity
  otherSource(): { here: string; there: string } | undefined
}

/** Follows what the process with the feed tells, and reads from the database what was told before or missed. */
export function followProcess(options: FollowProcessOptions): ProcessFollower {
  return new FollowedProcess(options)
}

class FollowedProcess implements ProcessFollower {
  readonly #options: FollowProcessOptions
  readonly #background: ReturnType<typeof createBackground>
  readonly #unwritten = createUnwritten()
  readonly #stops: (() => void)[]
  readonly #now: () => number
  #identity: MarketIdentity
  /** What the feed's process has, where that is another: its news wait until it has been read */
  #next: MarketIdentity | undefined
  #isJoined = false
  /** One life of the feed's process; nothing while it is unknown */
  #run: string | undefined
  #heardAt = 0
  /** The last news of this run, and those in the database */
  #told = 0
  #stored = 0
  #askedFor = 0
  /** News up to this number are to be read from the database */
  #missed: number | undefined
  /** Whether what was missed has been looked for in the database before it was said to be there */
  #hasTried = false
  #reading: Promise<void> | undefined
  #isCaughtUp = false
  #toldState: MarketState | undefined
  #otherSource: { here: string; there: string } | undefined
  #state: MarketState = { name: 'connecting', isBackfilling: false }

  constructor(options: FollowProcessOptions) {
    const { events, known, log, now = Date.now } = options
    this.#options = options
    this.#identity = known
    this.#now = now
    this.#background = createBackground(log)
    this.#stops = [
      events.others.onJoin(() => this.#join()),
      events.others.onLeave(() => this.#leave()),
      events.on(marketTold, (told) => this.#hear(told)),
      events.on(marketNews, (news) => this.#take(news)),
    ]
    if (events.others.areThere()) this.#join()
  }

  identity = () => this.#identity

  state = () => this.#state

  otherSource = () => this.#otherSource

  async stored(asset: string, time: number): Promise<void> {
    if (!this.#unwritten.isBehind(asset, time)) return
    // Once for all who wait for the same news.
    if (this.#askedFor < this.#told) this.#ask()
    this.#askedFor = this.#told
    await this.#unwritten.written(asset, time, longestWaitMs)
  }

  /** News come by themselves: this looks only whether they still do, and for what was missed. */
  async sync(): Promise<void> {
    if (!this.#isJoined) return
    if (this.#now() - this.#heardAt > silentAfterMs) this.#setSilent()
    if (this.#run && this.#missed === undefined) return
    // Where the feed's process cannot write, what is there is better than nothing.
    if (this.#run && !this.#hasTried) {
      this.#hasTried = true
      await this.#read()
    } else this.#ask()
  }

  async checkpoint(): Promise<void> {}

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#unwritten.clear()
    await this.#background.idle()
  }

  #ask() {
    this.#options.events.emit(marketAsked, {})
  }

  #join() {
    this.#isJoined = true
    this.#run = undefined
    this.#heardAt = this.#now()
    this.#isCaughtUp = false
    this.#showState()
    this.#ask()
  }

  #leave() {
    this.#isJoined = false
    this.#run = undefined
    this.#unwritten.clear()
    this.#setSilent()
  }

  #hear({ run, told, stored, state, ...identity }: z.infer<typeof marketTold.payload>) {
    this.#heardAt = this.#now()
    this.#stored = stored
    this.#toldState = state
    if (run !== this.#run) this.#begin(run, told, identity)
    else if (told > this.#told) this.#miss(told)
    this.#unwritten.wrote(stored)
    if (this.#missed !== undefined && stored >= this.#missed) void this.#read()
    this.#showState()
  }

  #begin(run: string, told: number, identity: MarketIdentity) {
    const { expected, log } = this.#options
    this.#run = run
    this.#askedFor = 0
    this.#isCaughtUp = false
    this.#unwritten.clear()
    this.#next = isSame(identity, this.#identity) ? undefined : identity
    this.#miss(told)
    log.info('following the process with the feed', { source: identity.source })
    this.#otherSource = expected && expected !== identity.id ? { here: expected, there: identity.source } : undefined
    const message = 'FEED names another source than the process with the feed has: that one is shown, and named as such'
    if (this.#otherSource) log.warn(message, { ...this.#otherSource })
  }

  #miss(upTo: number) {
    this.#told = upTo
    this.#missed = upTo
    this.#hasTried = false
    if (this.#stored < upTo) this.#ask()
  }

  #take({ run, number, minutes, missing }: z.infer<typeof marketNews.payload>) {
    const { books } = this.#options
    // Before the first word about what they are; `#begin` counts them among the missed.
    if (run !== this.#run) return
    this.#heardAt = this.#now()
    if (number > this.#told + 1) this.#miss(number - 1)
    this.#told = Math.max(this.#told, number)
    if (this.#next) {
      this.#missed = this.#told
      return
    }
    for (const [asset, ofAsset] of Map.groupBy(minutes, (minute) => minute.asset)) {
      for (const { openTime, isClosed } of ofAsset) {
        const newest = books.current(asset, 1)?.openTime ?? openTime
        if (isClosed || openTime !== newest) this.#unwritten.note(asset, Math.min(openTime, newest), number)
      }
      books.take(asset, ofAsset)
    }
    for (const { asset, ...span } of missing) books.judge(asset, span)
  }

  /** One at a time; again when more was missed meanwhile. */
  #read(): Promise<void> {
    this.#reading ??= this.#background
      .run('Reading candles that another process wrote', () => this.#readMissed())
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  async #readMissed() {
    const { books } = this.#options
    const [upTo, next] = [this.#missed, this.#next]
    if (next) {
      await books.renew(next.instruments)
      this.#identity = next
      if (this.#next === next) this.#next = undefined
      for (const { asset } of next.instruments) this.#correct(asset, { from: 0, to: Number.MAX_SAFE_INTEGER })
    } else {
      for (const { asset } of books.instruments()) {
        const corrected = await this.#options.read(asset)
        if (corrected) this.#correct(asset, corrected)
        // Some milliseconds each: let others have their turn.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    if (!this.#run) return
    this.#isCaughtUp = true
    if (this.#missed === upTo && upTo !== undefined && this.#stored >= upTo) this.#missed = undefined
    else this.#ask()
    this.#showState()
  }

  /** Every process that was away finds out for itself what has changed meanwhile. */
  #correct(asset: string, span: Span) {
    this.#options.events.emit(candlesCorrected, { asset, ...span }, 'process')
  }

  #setSilent() {
    this.#toldState = undefined
    const until = this.#now() + lookAgainMs
    this.#setState({ name: 'waiting', until, reason: 'silent', isBackfilling: false })
  }

  #showState() {
    const isKnown = this.#run !== undefined && this.#isCaughtUp
    this.#setState((isKnown && this.#toldState) || { name: 'connecting', isBackfilling: false })
  }

  #setState(next: MarketState) {
    const before = this.#state
    this.#state = next
    const isStillSilent = isSilent(before) && isSilent(next)
    if (isStillSilent || Bun.deepEquals(before, next)) return
    this.#options.events.emit(feedState, next)
  }
}

function isSilent(state: MarketState): boolean {
  return state.name === 'waiting' && state.reason === 'silent'
}

function isSame(one: MarketIdentity, other: MarketIdentity): boolean {
  return Bun.deepEquals(one, other)
}
