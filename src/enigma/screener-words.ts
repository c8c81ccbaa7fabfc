import type { Translate } from '../i18n/translate.ts'
import type { AssetLine } from './asset-line.ts'
import type { Sort } from './list-query.ts'
import { minDays, minReturns } from './screener/figures.ts'

/** Returns how a figure is defined, with its unit and the smallest sample that it needs. */
export function definitionOf(t: Translate, figure: Exclude<Sort, 'asset'>): string {
  return t(`enigma.definitions.${figure}`, { days: minDays[figure as 'rsi'], returns: minReturns })
}

/** Returns why a figure is missing: the sample that it needs, and the one that there is. */
export function missingReason(t: Translate, figure: Exclude<Sort, 'asset'>, line: AssetLine): string {
  const { days, returns } = line.figures
  switch (figure) {
    case 'change':
      return t('enigma.missing.price', { period: t('enigma.periods.24h') })
    case 'week':
      return t('enigma.missing.price', { period: t('enigma.periods.7d') })
    case 'month':
      return t('enigma.missing.price', { period: t('enigma.periods.30d') })
    case 'rsi':
    case 'sma':
      return t('enigma.missing.days', { needed: minDays[figure], known: days })
    case 'deviation':
      return t('enigma.missing.returns', { needed: minReturns, known: returns })
    default:
      return t('enigma.missing.hours')
  }
}
