import type { z } from 'zod'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import type { Feed } from '../feed/feed.ts'
import type { Follower } from '../follower.ts'
import type { Span } from '../span.ts'
import { candlesCorrected } from '../topics.ts'
import type { CaughtUp } from './catch-up.ts'
import { createNewsCursor, type NewsCursor } from './news-cursor.ts'
import { type MarketIdentity, marketAsked, marketNews, marketTold } from './process-topics.ts'
import type { RenewableBooks } from './renewable-books.ts'
import { createStanding, type Standing } from './standing.ts'
import { createUnwritten } from './unwritten.ts'

/** Without a word for so long the feed's process is taken for stopped, whatever the connection says. */
const silentAfterMs = 30_000
/** So long a reader waits for what the feed's process has yet to write; then it takes what is there. */
const longestWaitMs = 1000

export interface FollowProcessOptions {
  books: RenewableBooks
  /** See `catchUp` */
  read(asset: string): Promise<CaughtUp>
  /** What `FEED` names in this process */
  expected?: Feed['id'] | undefined
  events: Pick<Events, 'emit' | 'on' | 'others'>
  /** ms UTC, by the system's clock */
  now?: (() => number) | undefined
  log: Logger
}

/** Follows what the process with the feed tells, and reads from the database what was told before or missed. */
export function followProcess(options: FollowProcessOptions): Follower {
  return new FollowedProcess(options)
}

class FollowedProcess implements Follower {
  readonly #options: FollowProcessOptions
  readonly #background: ReturnType<typeof createBackground>
  readonly #unwritten = createUnwritten()
  readonly #standing: Standing
  readonly #cursor: NewsCursor
  readonly #stops: (() => void)[]
  readonly #now: () => number
  #isJoined = false
  /** One life of the feed's process; nothing while it is unknown */
  #run: { id: string; identity: MarketIdentity } | undefined
  /** Whether its prices are those in the books: only then its news are taken */
  #isOfBooks = false
  #heardAt = 0
  #askedFor = 0
  #isCaughtUp = false
  #reading: Promise<void> | undefined
  #renewing: Promise<void> | undefined
  #otherSource: { here: string; there: string } | undefined

  constructor(options: FollowProcessOptions) {
    const { events, log, now = Date.now } = options
    this.#options = options
    this.#now = now
    this.#background = createBackground(log)
    this.#standing = createStanding(events)
    this.#cursor = createNewsCursor(() => this.#ask())
    this.#stops = [
      events.others.onJoin(() => this.#join()),
      events.others.onLeave(() => this.#leave()),
      events.on(marketTold, (told) => this.#hear(told)),
      events.on(marketNews, (news) => this.#take(news)),
    ]
    if (events.others.areThere()) this.#join()
  }

  state = () => this.#standing.state()

  otherSource = () => this.#otherSource

  async stored(asset: string, time: number): Promise<void> {
    if (!this.#unwritten.isBehind(asset, time)) return
    // Once for all who wait for the same news.
    const told = this.#cursor.told()
    if (this.#askedFor < told) this.#ask()
    this.#askedFor = told
    await this.#unwritten.written(asset, time, longestWaitMs)
  }

  readWhole = async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
    const { books } = this.#options
    for (;;) {
      const snapshot = books.snapshot()
      const answer = await read()
      if (await books.isOfNow(snapshot)) return answer
      if (books.snapshot() === snapshot) await this.#renew()
    }
  }

  /** News come by themselves: this looks only whether they still do, and for what was missed. */
  async sync(): Promise<void> {
    if (!this.#isJoined) return
    if (this.#now() - this.#heardAt > silentAfterMs) this.#standing.showSilence(this.#now())
    if (this.#run && this.#cursor.missed() === undefined) return
    // Where the feed's process cannot write, what is there is better than nothing.
    if (this.#run && this.#cursor.mayTry()) await this.#read()
    else this.#ask()
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
    this.#show()
    this.#ask()
  }

  #leave() {
    this.#isJoined = false
    this.#run = undefined
    this.#unwritten.clear()
    this.#standing.showSilence(this.#now())
  }

  #hear({ run, told, stored, state, ...identity }: z.infer<typeof marketTold.payload>) {
    this.#heardAt = this.#now()
    this.#standing.hear(state)
    this.#cursor.wrote(stored)
    if (run === this.#run?.id) this.#cursor.expect(told)
    else this.#begin({ id: run, identity }, told)
    this.#unwritten.wrote(stored)
    if (this.#cursor.isReadable()) void this.#read()
    this.#show()
  }

  #begin(run: { id: string; identity: MarketIdentity }, told: number) {
    const { books, expected, log } = this.#options
    const { id, source } = run.identity
    this.#run = run
    this.#askedFor = 0
    this.#isCaughtUp = false
    this.#unwritten.clear()
    this.#isOfBooks = Bun.deepEquals(run.identity, books.identity())
    this.#cursor.begin(told)
    log.info('following the process with the feed', { source })
    this.#otherSource = expected && expected !== id ? { here: expected, there: source } : undefined
    const message = 'FEED names another source than the process with the feed has: that one is shown, and named as such'
    if (this.#otherSource) log.warn(message, { ...this.#otherSource })
  }

  #take({ run, number, minutes, missing }: z.infer<typeof marketNews.payload>) {
    const { books } = this.#options
    // Before the first word about what they are; `#begin` counts them among the missed.
    if (run !== this.#run?.id) return
    this.#heardAt = this.#now()
    this.#cursor.take(number)
    if (!this.#isOfBooks) return this.#cursor.refuse()
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
    const upTo = this.#cursor.missed()
    if (!this.#isOfBooks || !(await this.#catchUp())) {
      // One under way may not know yet what was told.
      await this.#renewing
      await this.#renew()
    }
    // Told of prices that the database has not: `sync` asks again.
    if (!this.#run || !this.#isOfBooks) return
    this.#isCaughtUp = true
    if (!this.#cursor.read(upTo)) this.#ask()
    this.#show()
  }

  /** @returns whether the books are still what the database has */
  async #catchUp(): Promise<boolean> {
    const { books, read } = this.#options
    for (const { asset } of books.instruments()) {
      const caughtUp = await read(asset)
      if (caughtUp.status === 'renewed') return false
      if (caughtUp.corrected) this.#correct(asset, caughtUp.corrected)
      // Some milliseconds each: let others have their turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return true
  }

  /** Goes over to what the database has now; once for all who have seen that it is something else. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewBooks().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewBooks() {
    const { books } = this.#options
    await books.renew(this.#run?.identity)
    this.#isOfBooks = this.#run !== undefined && Bun.deepEquals(this.#run.identity, books.identity())
    this.#isCaughtUp = false
    this.#unwritten.clear()
    for (const { asset } of books.instruments()) this.#correct(asset, { from: 0, to: Number.MAX_SAFE_INTEGER })
    if (this.#isJoined) this.#show()
  }

  /** Every process that was away finds out for itself what has changed meanwhile. */
  #correct(asset: string, span: Span) {
    this.#options.events.emit(candlesCorrected, { asset, ...span }, 'process')
  }

  #show() {
    this.#standing.show(this.#run !== undefined && this.#isOfBooks && this.#isCaughtUp)
  }
}
