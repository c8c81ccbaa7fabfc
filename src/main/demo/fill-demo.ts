import { randomInt } from 'node:crypto'
import { onceWithoutEnd } from '../../alerts/alert.ts'
import { type LevelRule, ruleOf } from '../../alerts/alert-rule.ts'
import { fireAlert, insertAlert, listUnseen, listWaiting, markSeen } from '../../alerts/queries.ts'
import { createTriggerFinder } from '../../alerts/trigger-finder.ts'
import { newTotpKey } from '../../auth/second-factor/totp.ts'
import type { PasswordCost } from '../../auth/secrets/password.ts'
import { maxQuantity, priceLevel, wholeMoney, wholeRate } from '../../bots/engine/money.ts'
import type { Intent } from '../../bots/engine/order.ts'
import { createBot } from '../../bots/owner/own-bots.ts'
import { beginBot, findManualBot, insertCommand } from '../../bots/owner/owner-queries.ts'
import { manualCapital } from '../../bots/paper/manual-terms.ts'
import { manualPlan, manualScale } from '../../bots/paper/paper-account.ts'
import { manualReason } from '../../bots/paper/read-order.ts'
import type { DrawingBody } from '../../charts/drawing/drawing.ts'
import { putDrawing } from '../../charts/drawing/queries.ts'
import { addLayout } from '../../charts/layout/saved-layouts.ts'
import { readSecret } from '../../config/secret.ts'
import { siteUrlOf } from '../../config.ts'
import { addFavourite } from '../../enigma/queries.ts'
import type { Locale } from '../../i18n/locales.ts'
import { dayMs, hourMs, openTimeOf } from '../../market/timeframe.ts'
import { toDecimal } from '../../market/units.ts'
import { openShared } from '../shared.ts'
import { openBot } from '../telegram.ts'
import { addBroadcasts } from './broadcasts.ts'
import type { StagingFolder } from './demo-folder.ts'
import { type DemoMark, writeMark } from './demo-mark.ts'
import { addMembers, type Members } from './members.ts'
import { addBots, beginAt, priceAt, type SimulationDeps, simulateBots, untilFilled } from './simulate-bots.ts'

interface NewAlert {
  asset: string
  kind: LevelRule['kind']
  /** Distance from the price at creation, as a signed percentage */
  percent: number
  /** Age of the alert as a share of the demo history */
  age: number
  note: Record<Locale, string>
}

/** Alerts: most of the old ones have fired; those of today are far from the price. */
const newAlerts: readonly NewAlert[] = [
  { asset: 'BTCUSDT', kind: 'level', percent: 1.2, age: 0.6, note: { ru: 'Фиксирую часть', en: 'Take some profit' } },
  { asset: 'ETHUSDT', kind: 'percent', percent: -1.5, age: 0.45, note: { ru: 'Докупить', en: 'Buy more' } },
  { asset: 'SOLUSDT', kind: 'percent', percent: 2, age: 0.3, note: { ru: '', en: '' } },
  { asset: 'XRPUSDT', kind: 'level', percent: -0.8, age: 0.15, note: { ru: 'Проверить бота', en: 'Check the bot' } },
  { asset: 'LINKUSDT', kind: 'percent', percent: 0.7, age: 0.05, note: { ru: '', en: '' } },
  { asset: 'BTCUSDT', kind: 'level', percent: 9, age: 0.01, note: { ru: 'Новый максимум', en: 'New high' } },
  { asset: 'BTCUSDT', kind: 'level', percent: -8, age: 0.01, note: { ru: 'Уровень поддержки', en: 'Support level' } },
  { asset: 'TONUSDT', kind: 'percent', percent: 12, age: 0.01, note: { ru: '', en: '' } },
]

/** Adds alerts created in the past. Those whose price was reached fired in that minute. */
async function addAlerts(deps: SimulationDeps, members: Members): Promise<void> {
  const { db, market, now, days } = deps
  for (const { id: userId, locale } of [members.ivan, members.alice, members.olga]) {
    for (const each of newAlerts) {
      const createdAt = now - each.age * days * dayMs
      await insertAlert(db, { ...(await alertAt(market, each, createdAt)), userId, note: each.note[locale] })
    }
  }
  await fireReached(deps)
  for (const { id } of [members.ivan, members.alice, members.olga]) {
    // Leaves the newest alert unseen, so that it shows as a notification after sign-in.
    const seen = (await listUnseen(db, id, 50)).slice(0, -1)
    await markSeen(
      db,
      id,
      seen.map((alert) => alert.id),
      now - hourMs,
    )
  }
}

/** Fires each reached alert in the minute in which the price reached it. */
async function fireReached({ db, market, now }: SimulationDeps): Promise<void> {
  const findTrigger = createTriggerFinder(market, now)
  for (const alert of await listWaiting(db)) {
    const instrument = market.instrument(alert.asset)
    const rule = ruleOf(alert)
    if (!instrument || !rule) continue
    const { asset, createdAt: since } = alert
    const trigger = await findTrigger({ asset, rule, instrument, since, wasTrue: false, quietUntil: 0 })
    if (trigger) await fireAlert(db, alert.id, trigger.at, toDecimal(trigger.price, instrument.priceDigits))
  }
}

async function alertAt(market: SimulationDeps['market'], alert: NewAlert, createdAt: number) {
  const { asset, kind, percent } = alert
  const digits = market.instrument(asset)?.priceDigits ?? 0
  const basePrice = toDecimal(await priceAt(market, asset, createdAt), digits)
  const value = kind === 'percent' ? percent : Number((basePrice * (1 + percent / 100)).toPrecision(4))
  const id = Bun.randomUUIDv7('hex', createdAt)
  const fired = { details: null, firedAt: null, firedPrice: null, seenAt: null, ...onceWithoutEnd }
  return { id, asset, kind, value, basePrice, createdAt, ...fired }
}

const favourites = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'TONUSDT', 'LINKUSDT']
const layoutName: Record<Locale, string> = { ru: 'Утренний обзор', en: 'Morning view' }
const layoutCharts = ['BTCUSDT&tf=60', 'ETHUSDT&tf=60', 'SOLUSDT&tf=15', 'XRPUSDT&tf=240'].map(
  (rest) => `asset=${rest}`,
)

/** Adds favorites, a saved layout of four charts, and drawings on one chart. */
async function addWatchlists(deps: SimulationDeps, members: Members): Promise<void> {
  const { db, now } = deps
  for (const { id: userId, locale } of Object.values(members)) {
    const starred = favourites.slice(0, userId.charCodeAt(userId.length - 1) % 3 === 0 ? 3 : 5)
    for (const [place, asset] of starred.entries()) await addFavourite(db, userId, asset, now - dayMs + place)
    if (userId !== members.ivan.id && userId !== members.alice.id) continue
    const body = { charts: layoutCharts, isLinked: false }
    await addLayout(db, userId, { name: layoutName[locale], body }, now - dayMs)
    await addDrawings(deps, userId)
  }
}

async function addDrawings({ db, market, now, days }: SimulationDeps, userId: string): Promise<void> {
  const asset = 'BTCUSDT'
  const digits = market.instrument(asset)?.priceDigits ?? 0
  const pointAt = async (share: number): Promise<[number, number]> => {
    const time = openTimeOf(now - share * days * dayMs, 60)
    return [time, toDecimal(await priceAt(market, asset, time), digits)]
  }
  const [from, to] = [await pointAt(0.2), await pointAt(0.02)]
  const drawings: DrawingBody[] = [
    { kind: 'line', points: [from, to], color: '#2563eb' },
    { kind: 'level', points: [to, to], color: '#16a34a' },
  ]
  for (const body of drawings) {
    const id = crypto.randomUUID()
    await putDrawing(db, { id, userId, asset, body: JSON.stringify(body), now }, drawings.length)
  }
}

const money = (whole: number) => wholeMoney(whole * 1e8)
const base = { reason: manualReason }

/** Adds manual orders that took effect in the past; `playBots` fills them. */
async function addPaperAccounts(deps: SimulationDeps, members: Members): Promise<void> {
  for (const { id } of [members.ivan, members.alice]) {
    await addPaperAccount(deps, { userId: id, asset: 'BTCUSDT', life: 0.4 })
    await addPaperAccount(deps, { userId: id, asset: 'SOLUSDT', life: 0.2 })
  }
}

interface NewAccount {
  userId: string
  asset: string
  /** Share of the demo history during which the account has existed */
  life: number
}

async function addPaperAccount(deps: SimulationDeps, { userId, asset, life }: NewAccount): Promise<void> {
  const { db, market, now, days } = deps
  const at = (share: number) => openTimeOf(now - share * life * days * dayMs, 1)
  const draft = { userId, kind: 'manual', name: asset, asset, tf: 1, capital: manualCapital, plan: manualPlan } as const
  await createBot({ db, now: () => at(1) }, draft)
  const row = (await findManualBot(db, userId, asset))?.row
  const scale = manualScale(market, asset)
  if (!row || !scale) throw new Error(`The paper account in ${asset} could not be made`)
  await beginBot(db, { id: row.id, ...beginAt(market, asset, at(1)) })
  const order = async (share: number, intents: readonly Intent[]) => {
    await insertCommand(db, row.id, { act: { do: 'order', intents, after: at(share) }, now: at(share) })
  }
  await order(0.95, [{ act: 'buy', spend: money(4000), name: 'first', ...base }])
  const later = await priceAt(market, asset, at(0.5))
  const sold = maxQuantity(money(1500), later, 0, scale)
  await order(0.5, [{ act: 'sell', quantity: sold, ...base }])
  const price = priceLevel(await priceAt(market, asset, at(0.05)), wholeRate * 0.95, 'down', scale)
  const quantity = maxQuantity(money(1000), price, manualPlan.costs.takerFee, scale)
  await order(0.05, [{ act: 'limit', side: 'buy', price, quantity, name: 'second', ...base }])
}

export interface FillOptions {
  /** Days of price history, which covers the bots' history */
  days?: number
  subscribers?: number
  passwordCost?: PasswordCost | undefined
  onStep?: ((step: number, of: number, words: string) => void) | undefined
}

const steps = ['prices', 'members', 'bots and their trades', 'alerts and watchlists', 'subscribers and broadcasts']

/** Fills a folder and writes the folder's mark last. @throws Error when a step fails */
export async function fillDemo({ config, files }: StagingFolder, options: FillOptions = {}): Promise<DemoMark> {
  const { days = 30, subscribers = 240, passwordCost, onStep = () => undefined } = options
  let step = 0
  const next = () => onStep(step + 1, steps.length, steps[step++] ?? '')
  const logTo = (lines: string) => void process.stderr.write(lines)
  await using opened = new AsyncDisposableStack()
  const shared = openShared({
    config: { ...config, ROLES: ['feed'], LOG_LEVEL: 'error' },
    historyDays: days,
    logTo,
  })
  opened.defer(shared.close)
  const [db, outbox, log] = [await shared.databases.app(), await shared.databases.outbox(), shared.log]
  next()
  const market = await shared.market()
  await untilFilled(market)
  next()
  const now = Date.now()
  const passwords = { administrator: newPassword(), members: newPassword() }
  const secret = readSecret(config.dataDir, config.SECRET)
  const { events } = shared
  const auth = { db, events, secret, siteUrl: siteUrlOf(config), passwordCost }
  const totpKey = newTotpKey()
  const members = await addMembers({ ...auth, passwords, totpKey, now })
  next()
  const play = { db, market, events, log, now, days }
  await addBots(play, members)
  await addPaperAccounts(play, members)
  await simulateBots(play)
  next()
  await addAlerts(play, members)
  await addWatchlists(play, members)
  next()
  const bot = (await openBot(shared))(siteUrlOf(config))
  await addBroadcasts({ db, outbox, bot, subscribers, log, now }, members)
  await opened.disposeAsync()
  const ids = Object.values(members).map(({ id }) => id)
  const mark = {
    madeAt: new Date(now).toISOString(),
    members: ids,
    passwords,
    totpKey: Buffer.from(totpKey).toString('base64'),
    files,
  }
  writeMark(config, mark)
  return mark
}

/** Letters and digits for passwords; characters that are easily confused are left out */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a password of about 60 bits in four groups. */
function newPassword(): string {
  const group = () => Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
