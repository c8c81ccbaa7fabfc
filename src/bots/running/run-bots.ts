import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { closeSettled } from '../../market/topics.ts'
import { type HeldBot, openBot } from './held-bot.ts'
import { type BotRow, claimBots, effectStatements, endBot, releaseBots } from './runner-queries.ts'

/** How long a process that has died keeps its bots from others */
const leaseMs = 30_000
/** Minutes that are read at a time */
const pageMinutes = 500
/** What is made of older minutes is told as caught up. */
const lateMs = 2 * minuteMs

export interface BotRunner {
  /** Takes bots that nobody holds, keeps its own, and does what their owners have told them; a job calls it. */
  claim(): Promise<void>
  /** Settles when all that is known has taken effect. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface BotRunnerOptions {
  /** `app.db` */
  db: Db
  market: Pick<Market, 'closes' | 'columns' | 'instrument' | 'listing' | 'feed'>
  events: Events
  log: Pick<Logger, 'error' | 'info'>
  now?: (() => number) | undefined
}

/**
 * Runs bots on settled closes. What minutes do to a bot is written as one, on the condition that this process still holds it
 * and that nobody has gone further: whoever was stopped in between begins again at the cursor, and comes to the same.
 */
export function runBots({ db, market, events, log, now = Date.now }: BotRunnerOptions): BotRunner {
  const holder = crypto.randomUUID()
  const background = createBackground(log)
  /** By asset, then by id: the rows as they were claimed last */
  const claimed = new Map<string, Map<string, BotRow>>()
  const held = new Map<string, HeldBot>()
  /** One pass at a time for each asset */
  const reading = new Map<string, Promise<void>>()
  const again = new Set<string>()

  const drop = ({ id, asset }: Pick<BotRow, 'id' | 'asset'>) => {
    held.delete(id)
    claimed.get(asset)?.delete(id)
  }
  const end = async (row: BotRow, state: 'halted' | 'error', reason: string) => {
    drop(row)
    await endBot(db, { id: row.id, holder, state, reason, now: now() })
  }
  /** A bot that errs stops itself and says why; the others go on. */
  const guarded = async (row: BotRow, work: () => Promise<void> | void) => {
    try {
      await work()
    } catch (error) {
      log.error('A bot has failed', error, { bot: row.id })
      await end(row, 'error', error instanceof Error ? error.message : String(error))
    }
  }
  const takeUp = async (row: BotRow) => {
    const known = held.get(row.id)
    if (known) return known.tell(row)
    const opened = await openBot(row, { db, market })
    if (opened.status === 'halted') return end(row, 'halted', opened.reason)
    held.set(row.id, opened.bot)
    await opened.bot.tell(row)
  }

  const write = async (bots: readonly HeldBot[]) => {
    const changed = bots.flatMap((bot) => {
      const effects = bot.effects({ holder, now: now() })
      return effects ? [{ bot, statements: effectStatements(effects) }] : []
    })
    if (changed.length === 0) return
    const results = await db.writeRaw(changed.flatMap(({ statements }) => statements))
    let last = -1
    for (const { bot, statements } of changed) {
      last += statements.length
      // Somebody else goes on with it, or its owner has stopped it.
      if (results[last]?.rowsAffected !== 1) drop(bot)
    }
  }

  const passAll = async (asset: string) => {
    const rows = claimed.get(asset) ?? new Map<string, BotRow>()
    for (const row of [...rows.values()]) await guarded(row, () => takeUp(row))
    for (;;) {
      const bots = [...rows.keys()].flatMap((id) => held.get(id) ?? [])
      if (bots.length === 0) return
      const cursor = Math.min(...bots.map((bot) => bot.cursor))
      const minutes = await market.closes(asset, 1, cursor, pageMinutes)
      const oldest = now() - lateMs
      for (const bot of bots) {
        const row = rows.get(bot.id)
        if (row) await guarded(row, () => bot.pass(minutes, ({ openTime }) => openTime + minuteMs < oldest))
      }
      await write(bots.filter(({ id }) => held.has(id)))
      if (minutes.length < pageMinutes) return
    }
  }
  const follow = (asset: string): void => {
    if (reading.has(asset)) {
      again.add(asset)
      return
    }
    const pass = async () => {
      do {
        again.delete(asset)
        await passAll(asset)
      } while (again.has(asset))
    }
    const started = background.run(`Bots of ${asset}`, pass).finally(() => reading.delete(asset))
    reading.set(asset, started)
  }

  const stop = events.on(closeSettled, ({ asset, tf }) => {
    if (tf === 1 && claimed.get(asset)?.size) follow(asset)
  })

  return {
    claim: async () => {
      const rows = await claimBots(db, { holder, now: now(), until: now() + leaseMs })
      const ids = new Set(rows.map(({ id }) => id))
      for (const id of held.keys()) if (!ids.has(id)) held.delete(id)
      claimed.clear()
      for (const row of rows) {
        const ofAsset = claimed.get(row.asset) ?? new Map<string, BotRow>()
        claimed.set(row.asset, ofAsset.set(row.id, row))
      }
      for (const asset of claimed.keys()) follow(asset)
    },
    idle: background.idle,
    close: async () => {
      stop()
      await background.idle()
      await releaseBots(db, holder)
    },
  }
}
