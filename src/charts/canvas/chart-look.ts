import type { Locale } from '../../i18n/locales.ts'
import type { ChartState } from '../chart-state.ts'
import type { Palette } from './palette.ts'

export interface ChartLook extends Omit<ChartState, 'asset'> {
  priceDigits: number
  locale: Locale
  palette: Palette
}
