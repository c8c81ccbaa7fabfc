import type { Instrument } from '../market/instrument.ts'
import type { Decimal } from '../market/units.ts'
import { paths } from '../paths.ts'
import type { AlertKind } from './alert-rule.ts'

/** An alert of a user, as stored; `ruleOf` reads what it waits for. Prices are in the quote currency, times in ms UTC. */
export interface PriceAlert {
  id: string
  userId: string
  asset: string
  kind: AlertKind
  /** Price that fires the alert, a signed percentage, or the value of an indicator */
  value: Decimal
  /** Price when the alert was created */
  basePrice: Decimal
  /** JSON of the other fields of the rule */
  details: string | null
  note: string
  createdAt: number
  firedAt: number | null
  firedPrice: Decimal | null
  seenAt: number | null
  /** Pause between two firings, ms; null for an alert that fires once */
  pauseMs: number | null
  /** End of the pause after the last firing */
  resumesAt: number | null
  expiresAt: number | null
}

/** Fields of a new alert that fires once, without an end */
export const onceWithoutEnd = { pauseMs: null, resumesAt: null, expiresAt: null } as const

export function isExpired({ firedAt, expiresAt }: Pick<PriceAlert, 'firedAt' | 'expiresAt'>, now: number): boolean {
  return firedAt === null && expiresAt !== null && expiresAt <= now
}

/**
 * Returns the path that a fired alert leads to: the chart of its asset at that moment, or the list of alerts if the
 * asset is no longer traded and has no chart.
 */
export function firedAlertPath(
  { asset, firedAt }: Pick<PriceAlert, 'asset' | 'firedAt'>,
  instrument: Instrument | undefined,
): string {
  if (!instrument) return paths.alerts
  const at = firedAt === null ? '' : `&at=${firedAt}`
  return `${paths.charts}?asset=${encodeURIComponent(asset)}${at}`
}
