import type { BatchStatement, Db } from '../../db/client.ts'
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts'
import type { Market } from '../../market/market.ts'
import type { Notice } from '../notices/say.ts'

/** A click on a button of a broadcast, whose domain is brought by whoever puts the parts together. */
export interface BroadcastClick {
  broadcastId: string
  button: number
  chatId: number
  now: number
}

/** What a click does, in one write with the update, and the words that are shown for it. */
export interface CountedClick {
  statements: BatchStatement[]
  text: string
}

/** Chains of messages, whose domain is brought by whoever puts the parts together: what belongs to an update's write. */
export interface SeriesHooks {
  enter(person: { chatId: number; now: number }): BatchStatement
  leave(person: { chatId: number; now: number }): BatchStatement
}

export interface BotDeps {
  db: Db
  market: Pick<Market, 'feed' | 'instruments' | 'instrument' | 'state' | 'summaries'>
  siteUrl: string
  /** ms UTC */
  now(): number
  /** @returns nothing when there is no such button */
  countClick(click: BroadcastClick): Promise<CountedClick | undefined>
  series: SeriesHooks
  limits: BotLimits
}

/** By chat; each keeps the 100,000 last used. */
export interface BotLimits {
  /** Updates that are answered */
  answers: RateLimit
  /** Words that are no command, and told so */
  hints: RateLimit
}

export function createBotLimits(): BotLimits {
  return {
    answers: createRateLimit({ burst: 20, everyMs: 3000 }),
    hints: createRateLimit({ burst: 1, everyMs: 3_600_000 }),
  }
}

/** What an update comes to: all of it is written together with the update's id. */
export interface Reaction {
  statements?: BatchStatement[]
  says?: Omit<Notice, 'chatId' | 'reason'>[]
}

/** A line of plain text, with buttons below it where there are some. */
export function words(text: string, buttons: readonly (readonly ChatButton[])[] = []): Omit<Notice, 'chatId'> {
  const link_preview_options = { is_disabled: true }
  const markup = buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }
  return { params: { text, link_preview_options, ...markup } }
}

export interface ChatButton {
  text: string
  /** 64 bytes at most */
  callback_data: string
}
