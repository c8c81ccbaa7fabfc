import type { Db } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { Market } from '../market.ts'
import type { PriceAlert } from './alert.ts'
import { type AlertFault, type AlertFields, readAlertForm } from './alert-form.ts'
import { insertAlert } from './queries.ts'

export interface MakeAlertDeps {
  /** `app.db` */
  db: Db
  market: Pick<Market, 'instrument' | 'current'>
  /** Is told at once of what was made */
  onMade(alert: PriceAlert): void
  /** ms UTC */
  now(): number
}

export type MadeAlert =
  | { status: 'made' }
  | { status: 'faulty'; faults: Partial<Record<'asset' | 'kind' | 'value' | 'note', AlertFault>> }
  /** Its owner waits for the most already */
  | { status: 'too-many' }

/** Makes an alert of a form; the price of this moment says from which side it waits. */
export async function makeAlert(
  { db, market, onMade, now }: MakeAlertDeps,
  { userId, locale, fields }: { userId: string; locale: Locale; fields: AlertFields },
): Promise<MadeAlert> {
  const { asset } = fields
  if (!market.instrument(asset)) return { status: 'faulty', faults: { asset: 'badAsset' } }
  const price = market.current(asset, 1)?.close
  const reading = readAlertForm(fields, { locale, price })
  if (!reading.isValid) return { status: 'faulty', faults: reading.faults }
  if (price === undefined) return { status: 'faulty', faults: { value: 'noPrice' } }
  const createdAt = now()
  const alert: PriceAlert = {
    ...reading.alert,
    id: Bun.randomUUIDv7('hex', createdAt),
    userId,
    asset,
    basePrice: price,
    createdAt,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
  }
  if (!(await insertAlert(db, alert))) return { status: 'too-many' }
  onMade(alert)
  return { status: 'made' }
}
