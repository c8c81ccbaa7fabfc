import { withMinus } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { formatCompact } from '../i18n/numbers.ts'
import { formatPrice } from '../market/price-format.ts'
import type { IndicatorChoice, IndicatorId } from './catalog.ts'

/** Decimal places of indicators whose values are no prices; `volume` for the short form of volumes */
const ownDigits: Partial<Record<IndicatorId, number | 'volume'>> = {
  adx: 2,
  rsi: 2,
  stochastic: 2,
  stochrsi: 2,
  cci: 2,
  mfi: 2,
  vma: 'volume',
  obv: 'volume',
}

/** Decimal places of an indicator's values, by default those of its source or of prices */
export function indicatorDigits({ id, source }: IndicatorChoice, priceDigits: number): number | 'volume' {
  return ownDigits[id] ?? (typeof source === 'object' ? indicatorDigits(source.of, priceDigits) : priceDigits)
}

/** Creates the format of an indicator's values, which axes, legends and tables share. */
export function indicatorFormat(
  choice: IndicatorChoice,
  locale: Locale,
  priceDigits: number,
): (value: number) => string {
  const digits = indicatorDigits(choice, priceDigits)
  return digits === 'volume'
    ? (value) => withMinus(formatCompact(locale, value))
    : (value) => formatPrice(locale, value, digits)
}
