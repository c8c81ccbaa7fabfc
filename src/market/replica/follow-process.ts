import type { z } from 'zod'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import { createDayReloads, type DayReloads } from '../day-reloads.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { Follower } from '../market-view.ts'
import { type AssetSpan, allTime } from '../span.ts'
import { candlesCorrected } from '../topics.ts'
import { type CatchUpDeps, catchUp } from './catch-up.ts'
import { applyNews, createNewsCursor, createUnwritten, type NewsCursor } from './news.ts'
import { type MarketIdentity, marketNews, marketStatus, marketStatusRequest } from './process-topics.ts'
import { createRenewal, type RenewableWindows, type Renewal } from './renewable-windows.ts'
import { createReplicaState, type ReplicaState } from './replica-state.ts'

/** Maximum wait of a reader for the feed's process to write its minutes, ms; then it reads what is stored. */
const maxWaitMs = 1000

export interface FollowProcessOptions {
  windows: RenewableWindows
  reader: CatchUpDeps['reader']
  /** The feed that `FEED` names in this process, if set */
  expected?: FeedId | undefined
  /** Silence after which the feed's process counts as stopped, even if it is connected, ms; default 30 s */
  silentAfterMs?: number | undefined
  events: Pick<Events, 'emit' | 'on' | 'others'>
  /** Current time by the system clock, ms UTC */
  now?: (() => number) | undefined
  log: Logger
}

/** Follows the messages of the process with the feed, and reads earlier or missed minutes from the database. */
export function followProcess(options: FollowProcessOptions): Follower {
  return new ReplicaFollower(options)
}

class ReplicaFollower implements Follower {
  readonly #options: FollowProcessOptions
  readonly #background: ReturnType<typeof createBackground>
  readonly #unwritten = createUnwritten()
  readonly #standing: ReplicaState
  readonly #cursor: NewsCursor
  readonly #renewal: Renewal
  readonly #stops: (() => void)[]
  readonly #dayReloads: DayReloads
  readonly #now: () => number
  #isJoined = false
  /** The current run of the feed's process and the identity of its prices; undefined while unknown */
  #run: { id: string; identity: MarketIdentity } | undefined
  /** Whether prices of the run match the candle windows: only then its news messages are applied */
  #isOfBooks = false
  #heardAt = 0
  #askedFor = 0
  #isCaughtUp = false
  #reading: Promise<void> | undefined
  #otherSource: OtherSource | undefined

  constructor(options: FollowProcessOptions) {
    const { windows, events, log, now = Date.now } = options
    this.#options = options
    this.#now = now
    this.#background = createBackground(log)
    this.#standing = createReplicaState(events)
    this.#cursor = createNewsCursor(() => this.#ask())
    this.#dayReloads = createDayReloads(options)
    this.#renewal = createRenewal({ windows, announced: () => this.#run?.identity, onRenewed: () => this.#goOver() })
    this.#stops = [
      events.others.onJoin(() => this.#join()),
      events.others.onLeave(() => this.#leave()),
      events.on(marketStatus, (published) => this.#hear(published)),
      events.on(marketNews, (news) => this.#take(news)),
      events.on(candlesCorrected, this.#dayReloads.corrected),
    ]
    if (events.others.areThere()) this.#join()
  }

  state = () => this.#standing.state()

  otherSource = () => this.#otherSource

  async stored(asset: string, time: number): Promise<void> {
    await this.#dayReloads.idle()
    if (!this.#unwritten.isBehind(asset, time)) return
    // One request is sent for all readers that wait for the same news message.
    const published = this.#cursor.published()
    if (this.#askedFor < published) this.#ask()
    this.#askedFor = published
    await this.#unwritten.written(asset, time, maxWaitMs)
  }

  readWhole: Renewal['readWhole'] = (read) => this.#renewal.readWhole(read)

  /** Checks that pushed news messages still arrive, and reads missed ones from the database. */
  async sync(): Promise<void> {
    if (!this.#isJoined) return
    const { silentAfterMs = 30_000 } = this.#options
    // After the clock was set back, silence must not be measured from a future time.
    this.#heardAt = Math.min(this.#heardAt, this.#now())
    if (this.#now() - this.#heardAt > silentAfterMs) this.#standing.showSilence(this.#now())
    if (this.#run && this.#cursor.missed() === undefined) return
    // If the feed's process cannot write its minutes, reading what is stored is better than reading nothing.
    if (this.#run && this.#cursor.mayTry()) await this.#read()
    else this.#ask()
  }

  async checkpoint(): Promise<void> {}

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#unwritten.clear()
    await this.#background.idle()
    await this.#dayReloads.idle()
  }

  #ask() {
    this.#options.events.emit(marketStatusRequest, {})
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

  #hear({ run, told: published, stored, state, ...identity }: z.infer<typeof marketStatus.payload>) {
    this.#heardAt = this.#now()
    this.#standing.receive(state)
    this.#cursor.wrote(stored)
    if (run === this.#run?.id) this.#cursor.expect(published)
    else this.#begin({ id: run, identity }, published)
    this.#unwritten.wrote(stored)
    if (this.#cursor.isReadable()) void this.#read()
    this.#show()
  }

  #begin(run: { id: string; identity: MarketIdentity }, published: number) {
    const { windows, expected, log } = this.#options
    this.#run = run
    this.#askedFor = 0
    this.#isCaughtUp = false
    this.#unwritten.clear()
    this.#isOfBooks = Bun.deepEquals(run.identity, windows.identity())
    this.#cursor.begin(published)
    log.info('following the process with the feed', { source: run.identity.source })
    this.#otherSource = otherSourceOf(run.identity, expected, log)
  }

  #take({ run, number, ...news }: z.infer<typeof marketNews.payload>) {
    // News that arrives before the first status message is dropped; `#begin` counts it as missed.
    if (run !== this.#run?.id) return
    this.#heardAt = this.#now()
    this.#cursor.take(number)
    if (!this.#isOfBooks) return this.#cursor.refuse()
    applyNews({ windows: this.#options.windows, unwritten: this.#unwritten }, { number, ...news })
    for (const span of news.missing) this.#dayReloads.corrected(span)
  }

  /** Reads missed news from the database, one read at a time. */
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
    const deps = { ...this.#options, isWritten: this.#cursor.isReadable() }
    const isOfNow = this.#isOfBooks && (await catchUp(deps, (corrected) => this.#correct(corrected)))
    if (!isOfNow) await this.#renewal.renew()
    // The announced prices differ from the stored ones, so nothing is read; `sync` asks again.
    if (!this.#run || !this.#isOfBooks) return
    this.#isCaughtUp = true
    if (!this.#cursor.read(upTo)) this.#ask()
    this.#show()
  }

  #goOver() {
    const { windows } = this.#options
    this.#isOfBooks = this.#run !== undefined && Bun.deepEquals(this.#run.identity, windows.identity())
    this.#isCaughtUp = false
    // News that arrived while the windows were reloaded went into the former windows.
    this.#cursor.refuse()
    this.#unwritten.clear()
    for (const { asset } of windows.instruments()) this.#correct({ asset, ...allTime })
    if (this.#isJoined) this.#show()
  }

  /** Publishes a correction in this process only: every process that was away detects its own missed changes. */
  #correct(span: AssetSpan) {
    this.#options.events.emit(candlesCorrected, span, 'process')
  }

  #show() {
    this.#standing.show(this.#run !== undefined && this.#isOfBooks && this.#isCaughtUp)
  }
}

interface OtherSource {
  /** Name of the feed that `FEED` names in this process */
  here: string
  there: string
}

/** Detects that prices come from another source than the one configured in this process, and logs it. */
function otherSourceOf(
  { id, source }: MarketIdentity,
  expected: FeedId | undefined,
  log: Pick<Logger, 'warn'>,
): OtherSource | undefined {
  if (!expected || expected === id) return undefined
  const other = { here: expected, there: source }
  log.warn('FEED differs from the source of the process with the feed; showing the prices of that process', other)
  return other
}
