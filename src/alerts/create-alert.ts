import type { Db } from '../db/client.ts'
import { keyedId } from '../db/keyed-id.ts'
import type { Events } from '../events/events.ts'
import type { Locale } from '../i18n/locales.ts'
import type { Market } from '../market/market.ts'
import { toDecimal } from '../market/units.ts'
import type { PriceAlert } from './alert.ts'
import { type AlertFault, type AlertFields, parseAlertForm } from './alert-form.ts'
import { hasKeyedAlert, insertAlert } from './queries.ts'
import { alertCreated } from './topics.ts'

export interface CreateAlertDeps {
  db: Db
  market: Pick<Market, 'instrument' | 'current'>
  events: Pick<Events, 'emit'>
  now(): number
}

export type CreateAlertOutcome =
  | { status: 'made' }
  | { status: 'faulty'; faults: Partial<Record<'asset' | 'kind' | 'value' | 'note', AlertFault>> }
  | { status: 'too-many' }

export async function createAlert(
  { db, market, events, now }: CreateAlertDeps,
  { userId, locale, fields, key }: { userId: string; locale: Locale; fields: AlertFields; key?: string | undefined },
): Promise<CreateAlertOutcome> {
  const { asset } = fields
  const instrument = market.instrument(asset)
  if (!instrument) return { status: 'faulty', faults: { asset: 'badAsset' } }
  const createdAt = now()
  const id = keyedId(createdAt, key)
  const isMade = async () => key !== undefined && (await hasKeyedAlert(db, userId, id))
  // A repeated submission is detected before validation: prices have moved since the first one, so it might fail now.
  if (await isMade()) return { status: 'made' }
  const close = market.current(asset, 1)?.close
  const price = close === undefined ? undefined : toDecimal(close, instrument.priceDigits)
  const reading = parseAlertForm(fields, { locale, price, priceDigits: instrument.priceDigits })
  if (!reading.isValid) return { status: 'faulty', faults: reading.faults }
  if (price === undefined) return { status: 'faulty', faults: { value: 'noPrice' } }
  const alert: PriceAlert = {
    ...reading.alert,
    id,
    userId,
    asset,
    basePrice: price,
    createdAt,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
  }
  const outcome = await insertAlert(db, alert)
  if (outcome !== 'made' && (await isMade())) return { status: 'made' }
  if (outcome === 'same') return { status: 'faulty', faults: { value: 'sameAlert' } }
  if (outcome === 'too-many') return { status: 'too-many' }
  events.emit(alertCreated, alert)
  return { status: 'made' }
}
