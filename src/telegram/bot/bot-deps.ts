import type { BatchStatement, Db } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts'
import type { Market } from '../../market/market.ts'
import type { Notice } from '../notices/enqueue-notice.ts'
import type { SubscriberRow } from '../subscribers/subscriber-queries.ts'
import type { Update } from './update.ts'

/** A click on a button of a broadcast. The handler of clicks is injected, because broadcasts are another domain. */
export interface BroadcastClick {
  broadcastId: string
  button: number
  chatId: number
  now: number
}

/** Effects of a click: statements to write together with the update, and the text to show. */
export interface ClickResult {
  statements: BatchStatement[]
  text: string
}

/** Hooks for message series, injected because series are another domain; their statements join the update's write. */
export interface SeriesHooks {
  enter(person: { chatId: number; now: number }): BatchStatement
  leave(person: { chatId: number; now: number }): BatchStatement
}

export interface BotDeps {
  db: Db
  market: Pick<Market, 'feed' | 'instruments' | 'instrument' | 'state' | 'summaries'>
  siteUrl: string
  /** Current time, ms UTC */
  now(): number
  /** Counts a click on a button. @returns undefined when the broadcast has no such button */
  countClick(click: BroadcastClick): Promise<ClickResult | undefined>
  series: SeriesHooks
  limits: BotLimits
}

/** Rate limits of the bot by chat; each limit remembers the 100,000 most recently used chats. */
export interface BotLimits {
  /** Limit of updates that get an answer */
  answers: RateLimit
  /** Limit of hints, which answer texts that are no command */
  hints: RateLimit
}

export function createBotLimits(): BotLimits {
  return {
    answers: createRateLimit({ burst: 20, everyMs: 3000 }),
    hints: createRateLimit({ burst: 1, everyMs: 3_600_000 }),
  }
}

/** Effects of an update: all of them are written together with the update's id. */
export interface Reaction {
  statements?: BatchStatement[]
  replies?: Omit<Notice, 'chatId' | 'reason'>[]
}

/** Returns a plain text message with optional buttons below the text. */
export function textMessage(text: string, buttons: readonly (readonly ChatButton[])[] = []): Omit<Notice, 'chatId'> {
  const link_preview_options = { is_disabled: true }
  const markup = buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }
  return { params: { text, link_preview_options, ...markup } }
}

export interface ChatButton {
  text: string
  /** Data that Telegram returns with a click, at most 64 bytes */
  callback_data: string
}

/** An update with data about its sender */
export type UpdateContext<Kind extends Update['kind']> = Extract<Update, { kind: Kind }> & {
  subscriber: SubscriberRow | undefined
  locale: Locale
  /** URL of the site in the language of the sender */
  site: string
  now: number
}
