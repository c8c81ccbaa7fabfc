import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import { createCoalescedRuns } from '../../jobs/coalesced-runs.ts'
import { newLeaseOwner } from '../../jobs/lease-owner.ts'
import type { Logger } from '../../log/logger.ts'
import { isStale } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { type Span, withSpan } from '../../market/span.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { candlesCorrected, closeSettled } from '../../market/topics.ts'
import { botCommandAdded } from '../topics.ts'
import { effectStatements } from './effects.ts'
import { type LeasedBot, type LeasedBotDeps, openBot } from './leased-bot.ts'
import { type BotRow, claimBots, endBot, releaseBots } from './runner-queries.ts'

/** Duration of a lease, ms: the bots of a dead process stay leased no longer */
const leaseMs = 30_000
/** Number of minutes read at a time */
const pageMinutes = 500
/** Age from which a minute is late, ms: trades in older minutes are marked as caught up. */
const lateMs = 2 * minuteMs

export interface BotRunner {
  /** Leases free bots, renews its leases, and delivers pending owner commands. Called by a job. */
  claim(): Promise<void>
  /** Number of bots that this process has leased and opened */
  count(): number
  /** Resolves when all known minutes have taken effect. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface BotRunnerOptions {
  /** Database `app.db` */
  db: Db
  market: Pick<Market, 'closes' | 'columns' | 'instrument' | 'listing' | 'feed' | 'state'>
  events: Events
  log: Pick<Logger, 'error' | 'info'>
  now?: (() => number) | undefined
}

/**
 * Runs bots on settled closes. Each batch of effects is one atomic write, guarded by the lease; the next lease owner
 * resumes from the cursor.
 */
export function runBots(options: BotRunnerOptions): BotRunner {
  const { db, market, events, log, now = Date.now } = options
  const leaseOwner = newLeaseOwner()
  const background = createBackground(log)
  const pool = createBotPool({ db, market, log, leaseOwner, now })

  /** Corrected spans by asset that are not delivered to the bots of the asset yet */
  const corrected = new Map<string, Span[]>()

  const passAll = async (asset: string) => {
    await pool.openClaimed(asset)
    for (const { from, to } of corrected.get(asset) ?? []) for (const bot of pool.of(asset)) bot.correct(from, to)
    corrected.delete(asset)
    for (;;) {
      const bots = pool.of(asset)
      if (bots.length === 0) return
      const cursor = Math.min(...bots.map((bot) => bot.cursor))
      // Minutes of a stale asset come late. Its bots wait until prices are live, but still get owner commands.
      const minutes = isStale(market.state(), asset) ? [] : await market.closes(asset, 1, cursor, pageMinutes)
      const oldest = now() - lateMs
      for (const bot of bots) {
        await pool.guarded(bot, () => bot.pass(minutes, ({ openTime }) => openTime + minuteMs < oldest))
      }
      // The minutes of all assets close at the same time, so all assets decide before the first one writes.
      await new Promise((resolve) => setImmediate(resolve))
      await pool.write(pool.of(asset))
      if (minutes.length < pageMinutes) return
    }
  }
  const follow = createCoalescedRuns(background, 'Running the bots of', passAll)
  const stop = events.on(closeSettled, ({ asset, tf }) => {
    if (tf === 1 && pool.has(asset)) follow(asset)
  })
  const stopCorrections = events.on(candlesCorrected, ({ asset, from, to }) => {
    if (!pool.has(asset)) return
    corrected.set(asset, withSpan(corrected.get(asset) ?? [], { from, to }))
    follow(asset)
  })
  const claim = async () => {
    pool.claim(await claimBots(db, { holder: leaseOwner, now: now(), until: now() + leaseMs }))
    for (const asset of pool.assets()) follow(asset)
  }
  const hear = createCoalescedRuns(background, 'Delivering owner commands to', claim)
  const stopHearing = events.on(botCommandAdded, () => hear('bots'))
  return {
    claim,
    count: pool.count,
    idle: background.idle,
    close: async () => {
      stop()
      stopCorrections()
      stopHearing()
      await background.idle()
      // If the release fails, another process takes over when the lease expires.
      await releaseBots(db, leaseOwner).catch(ignoreUnwritable)
    },
  }
}

/** The bots of this process: leased rows, and the bots opened from them. */
interface BotPool {
  /** Replaces all leased rows. A bot without a row has lost its lease and is dropped. */
  claim(rows: readonly BotRow[]): void
  has(asset: string): boolean
  count(): number
  assets(): string[]
  /** Opens newly leased bots and delivers pending owner commands to all. */
  openClaimed(asset: string): Promise<void>
  of(asset: string): LeasedBot[]
  /** Runs `work` for a bot. If it throws, the bot is stopped with the error as its reason; other bots continue. */
  guarded(bot: Pick<BotRow, 'id' | 'asset'>, work: () => Promise<void> | void): Promise<void>
  /** Writes the effects of bots. Drops bots that another process has taken over or the owner has stopped. */
  write(bots: readonly LeasedBot[]): Promise<void>
}

interface BotPoolOptions extends LeasedBotDeps {
  db: Db
  log: Pick<Logger, 'error'>
  leaseOwner: string
  now(): number
}

function createBotPool({ db, market, log, leaseOwner, now }: BotPoolOptions): BotPool {
  let claimed = byAssetAndId([])
  const held = new Map<string, LeasedBot>()

  const drop = ({ id, asset }: Pick<BotRow, 'id' | 'asset'>) => {
    held.delete(id)
    claimed.get(asset)?.delete(id)
  }
  const end = async (bot: Pick<BotRow, 'id' | 'asset'>, state: 'halted' | 'error', reason: string) => {
    drop(bot)
    await endBot(db, { id: bot.id, holder: leaseOwner, state, reason, now: now() })
  }
  const guarded: BotPool['guarded'] = async (bot, work) => {
    try {
      await work()
    } catch (error) {
      log.error('Bot stopped after an error', error, { bot: bot.id })
      await end(bot, 'error', error instanceof Error ? error.message : String(error))
    }
  }
  const openClaimed = async (row: BotRow) => {
    const known = held.get(row.id)
    if (known) return known.receive(row)
    const opened = await openBot(row, { db, market })
    if (opened.status === 'halted') return end(row, 'halted', opened.reason)
    held.set(row.id, opened.bot)
    await opened.bot.receive(row)
  }
  const rowsOf = (asset: string) => [...(claimed.get(asset)?.values() ?? [])]

  return {
    claim: (rows) => {
      const ids = new Set(rows.map(({ id }) => id))
      for (const id of held.keys()) if (!ids.has(id)) held.delete(id)
      claimed = byAssetAndId(rows)
    },
    has: (asset) => (claimed.get(asset)?.size ?? 0) > 0,
    assets: () => [...claimed.keys()],
    count: () => held.size,
    openClaimed: async (asset) => {
      for (const row of rowsOf(asset)) await guarded(row, () => openClaimed(row))
    },
    of: (asset) => rowsOf(asset).flatMap(({ id }) => held.get(id) ?? []),
    guarded,
    write: async (bots) => {
      const changed = changedOf(bots)
      if (changed.length === 0) return
      const statements = effectStatements(
        changed.map(({ effects }) => effects),
        { leaseOwner, now: now() },
      )
      const results = await db.writeRaw(statements)
      const written = new Set(results.at(-1)?.rows.map(({ id }) => id))
      for (const { bot } of changed) if (!written.has(bot.id)) drop(bot)
    },
  }
}

function byAssetAndId(rows: readonly BotRow[]): Map<string, Map<string, BotRow>> {
  const byAsset = Map.groupBy(rows, ({ asset }) => asset)
  return new Map([...byAsset].map(([asset, own]) => [asset, new Map(own.map((row) => [row.id, row]))]))
}

function changedOf(bots: readonly LeasedBot[]) {
  return bots.flatMap((bot) => {
    const effects = bot.effects()
    return effects ? [{ bot, effects }] : []
  })
}
