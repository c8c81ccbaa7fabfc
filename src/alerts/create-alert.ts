import type { Db } from '../db/client.ts'
import { keyedId } from '../db/keyed-id.ts'
import type { Events } from '../events/events.ts'
import type { Locale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import type { Market } from '../market/market.ts'
import { formatPrice } from '../market/price-format.ts'
import { toDecimal, wholeUnits } from '../market/units.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import type { PriceAlert } from './alert.ts'
import { type AlertFaults, type AlertFields, parseAlertForm } from './alert-form.ts'
import { storedRule } from './alert-rule.ts'
import { findKeyedAlert, findWaiting, insertAlert, replaceAlert } from './queries.ts'
import { alertCreated, alertGone } from './topics.ts'

export interface CreateAlertDeps {
  db: Db
  market: Pick<Market, 'instrument' | 'current'>
  events: Pick<Events, 'emit'>
  now(): number
}

type CreateAlertOutcome =
  | { status: 'made'; id: string }
  | { status: 'faulty'; faults: AlertFaults }
  | { status: 'too-many' }

/** Fields of a form; those that its kind of alert does not need may be missing */
type Sent = Partial<AlertFields> & Pick<AlertFields, 'asset' | 'kind' | 'note'>

export async function createAlert(
  { db, market, events, now }: CreateAlertDeps,
  { userId, locale, fields, key }: { userId: string; locale: Locale; fields: Sent; key?: string | undefined },
): Promise<CreateAlertOutcome> {
  const { asset } = fields
  const instrument = market.instrument(asset)
  if (!instrument) return { status: 'faulty', faults: { asset: 'badAsset' } }
  const createdAt = now()
  const id = keyedId(createdAt, key)
  const findMade = async () => (key === undefined ? undefined : findKeyedAlert(db, userId, id))
  // A repeated submission is detected before validation: prices have moved since the first one, so it might fail now.
  const made = await findMade()
  if (made) return { status: 'made', id: made }
  const close = market.current(asset, 1)?.close
  const price = close === undefined ? undefined : toDecimal(close, instrument.priceDigits)
  const reading = parseAlertForm(fields, { locale, price, priceDigits: instrument.priceDigits, now: createdAt })
  if (!reading.isValid) return { status: 'faulty', faults: reading.faults }
  if (price === undefined) return { status: 'faulty', faults: { value: 'noPrice' } }
  const { rule, ...input } = reading.alert
  const alert: PriceAlert = {
    ...storedRule(rule, price),
    ...input,
    id,
    userId,
    asset,
    createdAt,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
    resumesAt: null,
  }
  const outcome = await insertAlert(db, alert)
  const madeMeanwhile = outcome === 'made' ? undefined : await findMade()
  if (madeMeanwhile) return { status: 'made', id: madeMeanwhile }
  if (outcome === 'same')
    return { status: 'faulty', faults: { [rule.kind === 'line' ? 'toPrice' : 'value']: 'sameAlert' } }
  if (outcome === 'too-many') return { status: 'too-many' }
  events.emit(alertCreated, alert)
  return { status: 'made', id }
}

type MoveAlertOutcome =
  | { status: 'moved'; id: string; former: PriceAlert }
  | { status: 'gone' }
  | { status: 'faulty'; asset: string; faults: AlertFaults }

/**
 * Sets another price for an alert on a price. The alert gets a new ID and waits from now on: processes find new alerts by
 * ID, and prices before the move do not count. @param price  as written in `locale`
 */
export async function moveAlert(
  { db, market, events, now }: CreateAlertDeps,
  { userId, locale, id, price: value }: { userId: string; locale: Locale; id: string; price: string },
): Promise<MoveAlertOutcome> {
  const former = await findWaiting(db, id, userId)
  const instrument = former && market.instrument(former.asset)
  if (!former || !instrument || !(former.kind === 'level' || former.kind === 'percent')) return { status: 'gone' }
  const { asset } = former
  const close = market.current(asset, 1)?.close
  const price = close === undefined ? undefined : toDecimal(close, instrument.priceDigits)
  const createdAt = now()
  const fields = { kind: 'level', value, note: former.note }
  const reading = parseAlertForm(fields, { locale, price, priceDigits: instrument.priceDigits, now: createdAt })
  if (!reading.isValid) return { status: 'faulty', asset, faults: reading.faults }
  if (price === undefined) return { status: 'faulty', asset, faults: { value: 'noPrice' } }
  const alert = {
    ...former,
    ...storedRule(reading.alert.rule, price),
    id: keyedId(createdAt),
    createdAt,
    resumesAt: null,
  }
  return replaceWith({ db, events }, former, alert)
}

/** Undoes a move: the alert waits for what it waited for before, under a new ID. @param former  the alert before the move */
export async function restoreMoved(
  { db, events, now }: Pick<CreateAlertDeps, 'db' | 'events' | 'now'>,
  { userId, id, former }: { userId: string; id: string; former: PriceAlert },
): Promise<MoveAlertOutcome> {
  const moved = await findWaiting(db, id, userId)
  return moved ? replaceWith({ db, events }, moved, { ...former, id: keyedId(now()) }) : { status: 'gone' }
}

async function replaceWith(
  { db, events }: Pick<CreateAlertDeps, 'db' | 'events'>,
  former: PriceAlert,
  alert: PriceAlert,
): Promise<MoveAlertOutcome> {
  const outcome = await replaceAlert(db, former.id, alert)
  if (outcome === 'gone') return { status: 'gone' }
  if (outcome === 'same') return { status: 'faulty', asset: alert.asset, faults: { value: 'sameAlert' } }
  events.emit(alertGone, former)
  events.emit(alertCreated, alert)
  return { status: 'moved', id: alert.id, former }
}

export function refusedAlert(
  locale: Locale,
  market: Pick<Market, 'instrument' | 'current'>,
  fields: Partial<AlertFields> & Pick<AlertFields, 'asset'>,
  outcome: Exclude<CreateAlertOutcome, { status: 'made' }>,
): FormState {
  const t = translator(locale)
  const form: FormState = { ...emptyForm, values: { ...fields } }
  if (outcome.status === 'too-many') return { ...form, problem: t('alerts.tooMany') }
  const digits = market.instrument(fields.asset)?.priceDigits ?? 2
  const close = market.current(fields.asset, 1)?.close ?? wholeUnits(0)
  const price = formatPrice(locale, toDecimal(close, digits), digits)
  const step = formatPrice(locale, toDecimal(wholeUnits(1), digits), digits)
  const errors = Object.entries(outcome.faults).map(([name, fault]) => [name, t(`alerts.${fault}`, { price, step })])
  return { ...form, errors: Object.fromEntries(errors) }
}
