import { aimOf, type PriceAlert } from '../../alerts/alert.ts'
import { fireAlert, insertAlert, listUnseen, listWaiting, markSeen } from '../../alerts/queries.ts'
import { createTriggerFinder } from '../../alerts/trigger-finder.ts'
import type { DrawingBody } from '../../charts/drawing/drawing.ts'
import { putDrawing } from '../../charts/drawing/queries.ts'
import { addLayout } from '../../charts/layout/saved-layouts.ts'
import { addFavourite } from '../../enigma/queries.ts'
import type { Locale } from '../../i18n/locales.ts'
import { dayMs, hourMs, openTimeOf } from '../../market/timeframe.ts'
import { toDecimal } from '../../market/units.ts'
import { priceAt } from './filled-market.ts'
import type { Members } from './members.ts'
import type { SimulationDeps } from './simulate-bots.ts'

interface NewAlert {
  asset: string
  kind: PriceAlert['kind']
  /** Signed percentage of the price at creation */
  percent: number
  /** Age as a share of the demo history */
  age: number
  note: Record<Locale, string>
}

/** Most of the old alerts have fired; those of today are far from the price. */
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
export async function addAlerts(deps: SimulationDeps, members: Members): Promise<void> {
  const { db, market, now, days } = deps
  for (const { id: userId, locale } of [members.ivan, members.alice, members.olga]) {
    for (const each of newAlerts) {
      const createdAt = now - each.age * days * dayMs
      await insertAlert(db, { ...(await alertAt(market, each, createdAt)), userId, note: each.note[locale] })
    }
  }
  await fireReached(deps)
  for (const { id } of [members.ivan, members.alice, members.olga]) {
    // Leave the newest alert unseen, so that it shows as a notification after sign-in.
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
    const trigger = instrument && (await findTrigger({ alert, aim: aimOf(alert, instrument) }))
    if (trigger) await fireAlert(db, alert.id, trigger.at, toDecimal(trigger.price, instrument.priceDigits))
  }
}

async function alertAt(market: SimulationDeps['market'], alert: NewAlert, createdAt: number) {
  const { asset, kind, percent } = alert
  const digits = market.instrument(asset)?.priceDigits ?? 0
  const basePrice = toDecimal(await priceAt(market, asset, createdAt), digits)
  const value = kind === 'percent' ? percent : Number((basePrice * (1 + percent / 100)).toPrecision(4))
  const id = Bun.randomUUIDv7('hex', createdAt)
  const fired = { firedAt: null, firedPrice: null, seenAt: null }
  return { id, asset, kind, value, basePrice, createdAt, ...fired }
}

const favourites = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'TONUSDT', 'LINKUSDT']
const layoutName: Record<Locale, string> = { ru: 'Утренний обзор', en: 'Morning view' }
const layoutCharts = ['BTCUSDT&tf=60', 'ETHUSDT&tf=60', 'SOLUSDT&tf=15', 'XRPUSDT&tf=240'].map(
  (rest) => `asset=${rest}`,
)

/** Adds favorites, a saved layout of four charts, and drawings on one chart. */
export async function addWatchlists(deps: SimulationDeps, members: Members): Promise<void> {
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
