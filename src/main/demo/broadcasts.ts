import { setTimeout as delay } from 'node:timers/promises'
import type { ActRequest } from '../../broadcast/acts/act.ts'
import { createDraft } from '../../broadcast/acts/drafts.ts'
import { scheduleBroadcast, startBroadcast } from '../../broadcast/acts/running.ts'
import { findBroadcast } from '../../broadcast/broadcast-queries.ts'
import type { BroadcastContent } from '../../broadcast/content.ts'
import { runSender } from '../../broadcast/delivery/run-sender.ts'
import { createTemplate } from '../../broadcast/templates/templates.ts'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { dayMs, hourMs, openTimeOf } from '../../market/timeframe.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import type { BotDeps } from '../../telegram/bot/bot-deps.ts'
import { handleUpdate } from '../../telegram/bot/handle-update.ts'
import { writeSubscribers } from '../../telegram/import/import-queries.ts'
import { claimOffer, confirmOffer, linkStatements, putOffer } from '../../telegram/link/link-queries.ts'
import type { Button } from '../../telegram/message/content.ts'
import { runNotices } from '../../telegram/notices/run-notices.ts'
import { operator } from '../command-line.ts'
import type { Members } from './members.ts'
import { firstChat, habitOf, subscriberAt } from './subscriber-names.ts'
import { startTelegramDouble } from './telegram-double.ts'

interface BroadcastPlan {
  name: string
  content: BroadcastContent
}

const message = { media: [], hasLinkPreview: false, isSilent: false, isProtected: false }

const opinion: Button[][] = [
  [
    { text: { ru: 'Полезно', en: 'Useful' }, callback: '' },
    { text: { ru: 'Не очень', en: 'Not really' }, callback: '' },
  ],
]

/** Finished broadcasts, sent in this order, some days apart */
const finishedPlans: readonly BroadcastPlan[] = [
  {
    name: 'Знакомство с ботами · Meet the bots',
    content: {
      ...message,
      text: {
        ru: '{name|Друзья}, в Курсе появились <b>торговые боты</b> на учебных деньгах: сетка, усреднение, пересечение средних, RSI и пробой.\n\nПопробуйте любого на истории, прежде чем запустить.',
        en: 'Hi {name|there}! Kurs has <b>trading bots</b> on paper money now: grid, DCA, moving-average cross, RSI and breakout.\n\nTry any of them on history before you start it.',
      },
      buttons: opinion,
    },
  },
  {
    name: 'Итоги недели · Weekly digest',
    content: {
      ...message,
      text: {
        ru: '<b>Итоги недели</b>\n\n• уведомления о ценах приходят прямо сюда\n• на графике можно сравнить два актива\n• у отчётов ботов появилась просадка\n\n<i>Это письмо из примера: его получатели вымышлены.</i>',
        en: '<b>This week</b>\n\n• price alerts arrive right here\n• a chart can compare two assets\n• bot reports show the drawdown\n\n<i>This message is part of an example: its readers are made up.</i>',
      },
      buttons: [
        [
          { text: { ru: 'Хочу подробнее', en: 'Tell me more' }, callback: '' },
          { text: { ru: 'Не сейчас', en: 'Not now' }, callback: '' },
        ],
      ],
    },
  },
]

const scheduledPlan: BroadcastPlan = {
  name: 'Опрос о графиках · Chart survey',
  content: {
    ...message,
    text: {
      ru: 'Какого индикатора вам не хватает на графике?',
      en: 'Which indicator do you miss on the chart?',
    },
    buttons: [
      [
        { text: { ru: 'Профиль объёма', en: 'Volume profile' }, callback: '' },
        { text: { ru: 'Ишимоку', en: 'Ichimoku' }, callback: '' },
      ],
    ],
  },
}

const draftPlan: BroadcastPlan = {
  name: 'Черновик: плановые работы · Draft: maintenance',
  content: {
    ...message,
    isSilent: true,
    text: {
      ru: 'В воскресенье с 06:00 до 06:15 по Москве сайт будет недоступен.',
      en: 'The site will be unavailable on Sunday from 06:00 to 06:15 Moscow time.',
    },
    buttons: [],
  },
}

const buttonTemplate = { name: 'Полезно? · Useful?', rows: opinion }

interface SubscribersOptions {
  db: Db
  /** Current time, ms UTC */
  now: number
  count: number
}

/** Ages of subscriptions in days, one value per group of subscribers */
const ages = [40, 31, 24, 17, 13, 5]

/** Adds subscribers who joined between two ages in days. Call it with the oldest span first. */
async function addSubscribers(
  { db, now, count }: SubscribersOptions,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const all = Array.from({ length: count }, (_, place) => subscriberAt(place))
  const groupOf = (chatId: number) => (chatId - firstChat) % ages.length
  for (const [group, age] of ages.entries()) {
    if (age > from || age <= to) continue
    const own = all.filter(({ chatId }) => groupOf(chatId) === group)
    const rows = own.map(({ chatId, locale, firstName, lastName }) => {
      return { chatId, locale, name: `${firstName} ${lastName}` }
    })
    await writeSubscribers(db, rows, now - age * dayMs)
  }
}

/** Links members to chats of subscribers who have neither blocked the bot nor deleted their account. */
async function linkMembers({ db, now }: SubscribersOptions, members: Members): Promise<void> {
  const linked = [members.marina, members.ivan, members.alice]
  const open = (place: number) => !['blocks', 'is gone'].includes(habitOf(firstChat + place))
  const places = Array.from({ length: 100 }, (_, place) => place).filter(open)
  for (const { id: userId, locale } of linked) {
    const at = places.findIndex((place) => subscriberAt(place).locale === locale)
    const [place = 0] = places.splice(at, 1)
    const { chatId } = subscriberAt(place)
    const offer = { tokenHash: `demo-${userId}`, userId, sessionId: 'demo' }
    await db.writeBatch([
      putOffer(db, { ...offer, expiresAt: now + dayMs }),
      claimOffer(db, offer.tokenHash, chatId),
      confirmOffer(db, offer.tokenHash, chatId),
      ...linkStatements(db, { ...offer, now }),
    ])
  }
}

/** Unsubscribes some subscribers with `/stop`. */
async function stopSome(bot: BotDeps, { count, now }: Pick<SubscribersOptions, 'count' | 'now'>): Promise<void> {
  for (let place = 30; place < count; place += 45) {
    const { chatId, firstName, lastName, locale } = subscriberAt(place)
    const from = { id: chatId, is_bot: false, first_name: firstName, last_name: lastName, language_code: locale }
    const message = { message_id: place, chat: { id: chatId, type: 'private' }, from, text: '/stop' }
    await handleUpdate({ ...bot, now: () => now }, { update_id: place, message })
  }
}

export interface BroadcastsOptions {
  db: Db
  /** Connection to `app.db` with full durability */
  outbox: Db
  bot: BotDeps
  /** Number of subscribers */
  subscribers: number
  log: Logger
  /** Current time, ms UTC */
  now: number
}

/**
 * Rates in messages per second: the double in this process needs no limit. A server resets the buckets to its own rate.
 */
const most = { bulk: 1000, reply: 1000, paid: 1000 }
/** Age of each finished broadcast, in days */
const sentDaysAgo = [9, 2]

/**
 * Adds broadcasts. Finished broadcasts are sent to the double by the real sender and get clicks; one broadcast is
 * scheduled, one is a draft. Subscribers are added up to the day of each broadcast: a subscriber found gone by one
 * broadcast does not get the next.
 */
export async function addBroadcasts(options: BroadcastsOptions, members: Members): Promise<void> {
  const { db, now, subscribers } = options
  const request: ActRequest = { ...operator, actor: members.marina }
  const people = { db, now, count: subscribers }
  let from = Number.POSITIVE_INFINITY
  for (const [place, plan] of finishedPlans.entries()) {
    const sentAgo = sentDaysAgo[place] ?? 1
    await addSubscribers(people, { from, to: sentAgo })
    if (place === 0) await linkMembers(people, members)
    await sendInThePast(options, request, { plan, at: noonOf(now - sentAgo * dayMs) })
    from = sentAgo
  }
  await stopSome({ ...options.bot, now: () => now }, people)
  const deps = { db, now: () => now }
  await createTemplate(deps, request, buttonTemplate)
  await draftOf(deps, request, draftPlan)
  const id = await draftOf(deps, request, scheduledPlan)
  await scheduleBroadcast(deps, request, { id, revision: 1, confirmed: 'any', at: noonOf(now + 3 * dayMs) })
}

/** Returns noon in Moscow on the UTC day of a time */
function noonOf(time: number): number {
  return openTimeOf(time, 1440) + 9 * hourMs
}

/** Creates a draft. @throws Error when that fails */
async function draftOf(deps: Pick<BotDeps, 'db' | 'now'>, request: ActRequest, plan: BroadcastPlan): Promise<string> {
  const hours = { quietFrom: null, quietTo: null, trialPercent: null, trialMinutes: null }
  const draft = { ...plan, ...hours, audience: {}, onUnknown: 'hold', isPaid: false, needsApproval: false } as const
  const made = await createDraft(deps, request, draft)
  if (made.status !== 'created') throw new Error(`The broadcast could not be made: ${made.status}`)
  return made.id
}

async function sendInThePast(
  options: BroadcastsOptions,
  request: ActRequest,
  { plan, at }: { plan: BroadcastPlan; at: number },
): Promise<void> {
  const { db, outbox, log, bot } = options
  const begun = performance.now()
  const now = () => Math.round(at + performance.now() - begun)
  await using running = new AsyncDisposableStack()
  const double = await startTelegramDouble({ clickAfterMs: () => 0 })
  running.defer(double.close)
  const api = createBotApi(double)
  running.defer((await runNotices({ outbox, api, token: double.token, most, log, now })).close)
  running.defer((await runSender({ db, outbox, api, most, log, now })).close)
  const id = await draftOf({ db, now }, request, plan)
  const started = await startBroadcast({ db, now }, request, { id, revision: 1, confirmed: 'any' })
  if (started.status !== 'done') throw new Error(`The broadcast could not be started: ${started.status}`)
  await until(async () => {
    const state = (await findBroadcast(db, id))?.state
    if (state === 'paused') throw new Error('The broadcast has stopped by itself')
    return state === 'finished'
  })
  for (const update of double.takeUpdates()) await handleUpdate({ ...bot, now }, update)
  // Checks whether the bot is still answering the clicks.
  const isAnswering = db.readOne(
    "select 1 as busy from notices where state in ('pending', 'claimed', 'sending') limit 1",
  )
  await until(async () => (await isAnswering()) === undefined)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(20)
}
