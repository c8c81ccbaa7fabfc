import { z } from 'zod'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { manifests } from '../../market/feed/manifests.ts'
import { textField } from '../../pages/parse-form.ts'
import { type Fees, type Rate, wholeRate } from '../engine/money.ts'

interface FeePreset {
  /** Value of the button in the form */
  id: string
  /** Exchanges with these fees */
  venues: string
  fees: Fees
}

/** Fees of a paper account, as its practice accounts read them */
export interface NamedFees extends Fees {
  /** Fees in words, with the exchanges that have them */
  text: string
}

/**
 * Fees of the exchanges that prices come from. Exchanges with the same fees are one preset, because an account stores the
 * fees alone.
 */
export const feePresets: readonly FeePreset[] = presetsOf()

function presetsOf(): FeePreset[] {
  const known = Object.entries(manifests).flatMap(([id, { fees }]) => (fees ? [{ id, ...fees }] : []))
  const alike = Map.groupBy(known, ({ makerFee, takerFee }) => `${makerFee} ${takerFee}`)
  return [...alike.values()].flatMap((venues) => {
    const [first] = venues
    if (!first) return []
    const { id, makerFee, takerFee } = first
    return [{ id, venues: venues.map(({ venue }) => venue).join(', '), fees: { makerFee, takerFee } }]
  })
}

export function presetOf({ makerFee, takerFee }: Fees): FeePreset | undefined {
  return feePresets.find(({ fees }) => fees.makerFee === makerFee && fees.takerFee === takerFee)
}

export const feeFields = z.object({ preset: textField, maker: textField, taker: textField })
export type FeeFields = z.infer<typeof feeFields>

export type FeeFaults = Partial<Record<'maker' | 'taker', 'badFee'>>

type ReadFees = { fees: Fees } | { faults: FeeFaults }

/** Reads a preset, or without one the typed fees. */
export function readFees({ preset, maker, taker }: FeeFields, locale: Locale): ReadFees {
  const chosen = feePresets.find(({ id }) => id === preset)
  if (chosen) return { fees: chosen.fees }
  const [makerFee, takerFee] = [readFee(maker, locale), readFee(taker, locale)]
  if (makerFee !== undefined && takerFee !== undefined) return { fees: { makerFee, takerFee } }
  return {
    faults: {
      ...(makerFee === undefined && { maker: 'badFee' as const }),
      ...(takerFee === undefined && { taker: 'badFee' as const }),
    },
  }
}

const maxPercent = 5

function readFee(text: string, locale: Locale): Rate | undefined {
  const percent = readNumber(locale, text)
  if (percent === undefined || percent < 0 || percent > maxPercent) return undefined
  const rate = (percent * wholeRate) / 100
  return Math.abs(rate - Math.round(rate)) < 1e-6 ? Math.round(rate) : undefined
}

/** Formats a fee: `0,08 %`, `0.1%`. */
export function formatFee(locale: Locale, rate: Rate): string {
  const format = new Intl.NumberFormat(languageTags[locale], { style: 'percent', maximumFractionDigits: 4 })
  return format.format(rate / wholeRate)
}
