import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import { newHolder } from '../../jobs/holder.ts'
import { createOneAtATime } from '../../jobs/one-at-a-time.ts'
import type { Logger } from '../../log/logger.ts'
import { isStale } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { type Span, withSpan } from '../../market/span.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { candlesCorrected, closeSettled } from '../../market/topics.ts'
import { botTold } from '../topics.ts'
import { createCrew } from './crew.ts'
import { claimBots, releaseBots } from './runner-queries.ts'

/** How long a process that has died keeps its bots from others */
const leaseMs = 30_000
/** Minutes that are read at a time */
const pageMinutes = 500
/** What is made of older minutes is told as caught up. */
const lateMs = 2 * minuteMs

export interface BotRunner {
  /** Takes bots that nobody holds, keeps its own, and does what their owners have told them; a job calls it. */
  claim(): Promise<void>
  /** How many are held here and taken up */
  count(): number
  /** Settles when all that is known has taken effect. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface BotRunnerOptions {
  /** `app.db` */
  db: Db
  market: Pick<Market, 'closes' | 'columns' | 'instrument' | 'listing' | 'feed' | 'state'>
  events: Events
  log: Pick<Logger, 'error' | 'info'>
  now?: (() => number) | undefined
}

/** On settled closes. What minutes do is written as one, if the bot is still held; others go on at the cursor. */
export function runBots(options: BotRunnerOptions): BotRunner {
  const { db, market, events, log, now = Date.now } = options
  const holder = newHolder()
  const background = createBackground(log)
  const crew = createCrew({ db, market, log, holder, now })

  /** By asset: spans that its bots have not heard of */
  const corrected = new Map<string, Span[]>()

  const passAll = async (asset: string) => {
    await crew.takeUp(asset)
    for (const { from, to } of corrected.get(asset) ?? []) for (const bot of crew.of(asset)) bot.correct(from, to)
    corrected.delete(asset)
    for (;;) {
      const bots = crew.of(asset)
      if (bots.length === 0) return
      const cursor = Math.min(...bots.map((bot) => bot.cursor))
      // Minutes of a stale asset come late: its bots wait until its prices are live, and hear their owners meanwhile.
      const minutes = isStale(market.state(), asset) ? [] : await market.closes(asset, 1, cursor, pageMinutes)
      const oldest = now() - lateMs
      for (const bot of bots) {
        await crew.guarded(bot, () => bot.pass(minutes, ({ openTime }) => openTime + minuteMs < oldest))
      }
      // Assets close together: all decide before the first is stored.
      await new Promise((resolve) => setImmediate(resolve))
      await crew.write(crew.of(asset))
      if (minutes.length < pageMinutes) return
    }
  }
  const follow = createOneAtATime(background, 'Bots of', passAll)
  const stop = events.on(closeSettled, ({ asset, tf }) => {
    if (tf === 1 && crew.has(asset)) follow(asset)
  })
  const stopCorrections = events.on(candlesCorrected, ({ asset, from, to }) => {
    if (!crew.has(asset)) return
    corrected.set(asset, withSpan(corrected.get(asset) ?? [], { from, to }))
    follow(asset)
  })
  const claim = async () => {
    crew.claim(await claimBots(db, { holder, now: now(), until: now() + leaseMs }))
    for (const asset of crew.assets()) follow(asset)
  }
  const hear = createOneAtATime(background, 'Bots that were', claim)
  const stopHearing = events.on(botTold, () => hear('told'))
  return {
    claim,
    count: crew.count,
    idle: background.idle,
    close: async () => {
      stop()
      stopCorrections()
      stopHearing()
      await background.idle()
      // Another process takes them over when the lease has ended.
      await releaseBots(db, holder).catch(ignoreUnwritable)
    },
  }
}
