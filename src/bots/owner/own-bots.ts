import { randomBytes } from 'node:crypto'
import type { BatchStatement, Db } from '../../db/client.ts'
import { keyedId } from '../../db/keyed-id.ts'
import type { Events } from '../../events/events.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import type { Money } from '../engine/money.ts'
import type { BotCommand } from '../engine/run-state.ts'
import type { Plan } from '../plan.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { botCommandAdded } from '../topics.ts'
import {
  beginBot,
  deleteBot,
  findKeyedBot,
  insertBot,
  insertCommand,
  insertRevision,
  listBots,
  maxRevisions,
  setShareKey,
} from './owner-queries.ts'

/* Actions of owners on their bots. The caller has already found the bot by a query limited to the owner's bots. */

export interface OwnerDeps {
  db: Db
  events: Pick<Events, 'emit'>
  market: Pick<Market, 'current' | 'feed' | 'instrument'>
  now(): number
  /** Statement that runs after a successful change: a line of the audit log if another user made the change */
  note?: BatchStatement
}

export interface Draft {
  /** Id of the owner; null for a public bot */
  userId: string | null
  kind?: BotRow['kind']
  name: string
  asset: string
  tf: Timeframe
  capital: Money
  plan: Plan
  /** Idempotency key: a second draft with the same key returns the first */
  key?: string | undefined
}

export async function createBot(
  { db, now }: Pick<OwnerDeps, 'db' | 'now'>,
  { kind = 'strategy', key, ...draft }: Draft,
): Promise<{ status: 'created'; id: string } | { status: 'too-many' }> {
  const at = now()
  const id = keyedId(at, key)
  if (await insertBot(db, { ...draft, kind, id, now: at })) return { status: 'created', id }
  const first = key && draft.userId ? await findKeyedBot(db, draft.userId, id) : undefined
  return first === undefined ? { status: 'too-many' } : { status: 'created', id: first }
}

export type StartOutcome =
  | { status: 'started' }
  /** The feed has sent no price of the asset yet, or the asset is gone */
  | { status: 'no-prices' }
  /** The bot is no longer a draft, or too many bots of the owner run already. */
  | { status: 'refused' }

/** Starts a draft from the current minute of the feed. */
export async function startBot({ db, events, market, now, note }: OwnerDeps, row: BotRow): Promise<StartOutcome> {
  const instrument = market.instrument(row.asset)
  const current = market.current(row.asset, 1)
  if (!instrument || !current) return { status: 'no-prices' }
  const { priceDigits, volumeDigits } = instrument
  const begin = { source: market.feed.id, priceDigits, volumeDigits, now: now(), note }
  const [cursor, startedAt] = [current.openTime - minuteMs, current.openTime]
  if (!(await beginBot(db, { ...begin, id: row.id, cursor, startedAt }))) return { status: 'refused' }
  events.emit(botCommandAdded, { id: row.id })
  return { status: 'started' }
}

/**
 * Sends a command, which the lease owner runs between two minutes. @returns false if the bot is not running, too many
 * commands wait, or the bot has this order already
 */
export async function sendCommand(
  { db, events, now, note }: Pick<OwnerDeps, 'db' | 'events' | 'now' | 'note'>,
  id: string,
  act: BotCommand,
): Promise<boolean> {
  if (!(await insertCommand(db, id, { act, now: now(), note }))) return false
  events.emit(botCommandAdded, { id })
  return true
}

/** Stops all bots of a user. @returns the number of commands sent */
export async function stopAll(deps: OwnerDeps, userId: string): Promise<number> {
  let sent = 0
  for (const { row } of await listBots(deps.db, userId)) {
    if (row.userId === userId && (await stopBot(deps, row))) sent++
  }
  return sent
}

/** Stops a bot: it sells its holding, cancels waiting orders, and ends. */
export async function stopBot(deps: OwnerDeps, { id, asset }: BotRow): Promise<boolean> {
  return sendCommand(deps, id, { do: 'halt', reason: 'stopped', sell: true, after: presentMinute(deps, asset) })
}

/** Pauses a bot: it makes no purchases. Stops and other sales of the holding continue as before. */
export async function pauseBot(deps: OwnerDeps, { id, asset }: BotRow): Promise<boolean> {
  return sendCommand(deps, id, { do: 'pause', after: presentMinute(deps, asset) })
}

export async function resumeBot(deps: OwnerDeps, { id, asset }: BotRow): Promise<boolean> {
  return sendCommand(deps, id, { do: 'resume', after: presentMinute(deps, asset) })
}

/**
 * Open time of the current minute. Commands take effect after it, even if the bot is far behind, so an owner never
 * trades on prices already seen (no look-ahead).
 */
function presentMinute({ market }: Pick<OwnerDeps, 'market'>, asset: string): number | undefined {
  return market.current(asset, 1)?.openTime
}

/** Settings of a bot that only a draft can still change. */
export type DraftSettings = Pick<Draft, 'asset' | 'tf' | 'capital'>

/** Saves another plan: at once for a draft; a running bot uses it after the current minute, once nothing is held. */
export async function reviseBot(
  { db, events, market, now }: OwnerDeps,
  { row, name, plan, draftSettings }: { row: BotRow; name: string; plan: Plan; draftSettings?: DraftSettings },
): Promise<'revised' | 'changed-since' | 'too-many'> {
  const { id, revision, asset } = row
  if (revision >= maxRevisions) return 'too-many'
  const isDraft = row.state === 'draft'
  const stored = isDraft ? plan : { ...plan, after: presentMinute({ market }, asset) }
  const seen = { seen: revision, isDraft, now: now() }
  if (!(await insertRevision(db, { id, plan: stored, name, draftSettings, ...seen }))) return 'changed-since'
  events.emit(botCommandAdded, { id })
  return 'revised'
}

/** Shares the bot under a new link, or removes the link. */
export async function shareBot(
  { db, now }: Pick<OwnerDeps, 'db' | 'now'>,
  id: string,
  isShared: boolean,
): Promise<void> {
  await setShareKey(db, id, isShared ? randomBytes(16).toString('base64url') : undefined, now())
}

/** Deletes a bot. @returns false if the bot runs: it must be stopped first */
export async function removeBot({ db }: Pick<OwnerDeps, 'db'>, id: string): Promise<boolean> {
  return deleteBot(db, id)
}
