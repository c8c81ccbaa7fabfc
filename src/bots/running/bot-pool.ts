import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { effectStatements } from './effects.ts'
import { type LeasedBot, type LeasedBotDeps, openBot } from './leased-bot.ts'
import { type BotRow, endBot } from './runner-queries.ts'

/** The bots of this process: leased rows, and the bots opened from them. */
export interface BotPool {
  /** Replaces all leased rows. A bot without a row has lost its lease and is dropped. */
  claim(rows: readonly BotRow[]): void
  has(asset: string): boolean
  count(): number
  assets(): string[]
  /** Opens newly leased bots and delivers pending owner commands to all. */
  openClaimed(asset: string): Promise<void>
  of(asset: string): LeasedBot[]
  /** Runs `work`. A bot that throws is stopped with the error as its reason; the others continue. */
  guarded(bot: Pick<BotRow, 'id' | 'asset'>, work: () => Promise<void> | void): Promise<void>
  /** Persists the bots' effects. Drops bots that another process has taken over or the owner has stopped. */
  write(bots: readonly LeasedBot[]): Promise<void>
}

export interface BotPoolOptions extends LeasedBotDeps {
  db: Db
  log: Pick<Logger, 'error'>
  leaseOwner: string
  now(): number
}

export function createBotPool({ db, market, log, leaseOwner, now }: BotPoolOptions): BotPool {
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
