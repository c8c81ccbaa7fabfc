import { z } from 'zod'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { textField } from '../../pages/parse-form.ts'
import { type Fees, type Rate, wholeRate } from '../engine/money.ts'

interface FeePreset {
  /** Value of the button in the form */
  id: string
  /** Exchanges with these fees */
  venues: string
  fees: Fees
}

/**
 * Fees of spot trades on the exchanges that prices come from, for clients of the lowest tier without discounts, checked on
 * 2026-11-30. Exchanges with the same fees are one preset, because an account stores the fees alone.
 *
 * - Binance, regular user: https://www.binance.com/en/fee/schedule
 * - Bybit, VIP 0: https://www.bybit.com/en/help-center/article/Trading-Fee-Structure
 * - OKX, regular user: https://www.okx.com/fees
 * - Moscow Exchange, shares in the main trading mode, trading and clearing, without the fee of a broker:
 *   https://www.moex.com/s428
 */
export const feePresets: readonly FeePreset[] = [
  { id: 'binance', venues: 'Binance, Bybit', fees: { makerFee: 1000, takerFee: 1000 } },
  { id: 'okx', venues: 'OKX', fees: { makerFee: 800, takerFee: 1000 } },
  { id: 'moex', venues: 'MOEX', fees: { makerFee: 0, takerFee: 300 } },
]

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
