import { useLocale } from '../../i18n/context.tsx'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import type { BacktestReportOutcome } from '../analysis/backtest-service.ts'
import type { Warning } from '../analysis/warnings.ts'
import { formatPart } from '../bot-numbers.ts'
import { fieldLabel } from '../form/bot-fields.ts'
import { reasonText } from './backtest-trades.tsx'

/** `loading`: no candle of the period is loaded yet */
export type BacktestFailure = Exclude<BacktestReportOutcome, { status: 'done' }>['status'] | 'loading'

export function BacktestProblem({ status }: { status: BacktestFailure }) {
  const { t } = useLocale()
  return (
    <div className="trial-outcome">
      <Notice kind="error">{t(`backtest.problems.${status}`)}</Notice>
    </div>
  )
}

/** @param seconds  wait until the visitor's network may run another backtest */
export function TooManyBacktests({ seconds }: { seconds: number }) {
  const { t } = useLocale()
  return (
    <div className="trial-outcome">
      <Notice kind="error">{t('backtest.try.tooMany', { seconds })}</Notice>
    </div>
  )
}

export interface BacktestWarningsProps {
  warnings: readonly Warning[]
  strategy: string
}

export function BacktestWarnings({ warnings, strategy }: BacktestWarningsProps) {
  const { locale, t } = useLocale()
  if (warnings.length === 0) return null
  return (
    <Notice kind="warning">
      <ul className="trial-warnings">
        {warnings.map((warning) => {
          const text = warningText(warning, { locale, t, strategy })
          return <li key={text}>{text}</li>
        })}
      </ul>
    </Notice>
  )
}

function warningText(warning: Warning, { locale, t, strategy }: { locale: Locale; t: Translate; strategy: string }) {
  switch (warning.kind) {
    case 'few-trades':
      return t('backtest.warnings.few-trades', { sales: warning.sales, least: warning.least })
    case 'one-trade':
      return t('backtest.warnings.one-trade', { share: formatPart(locale, warning.share) })
    case 'no-fees':
    case 'no-slippage':
      return t(`backtest.warnings.${warning.kind}`)
    case 'at-bound':
      return t('backtest.warnings.at-bound', {
        parameter: fieldLabel(locale, { id: strategy }, `params.${warning.parameter}`),
        value: formatNumber(locale, warning.value),
      })
    case 'short-period':
      return t('backtest.warnings.short-period', {
        days: formatNumber(locale, Math.floor(warning.days * 10) / 10),
        least: warning.least,
      })
    case 'late-start':
      return t('backtest.warnings.late-start', {
        since: formatTime(locale, warning.since),
        days: formatNumber(locale, Math.floor(warning.days * 10) / 10),
        asked: formatNumber(locale, Math.floor(warning.asked * 10) / 10),
      })
    case 'halted':
      return t('backtest.warnings.halted', { reason: reasonText(t, warning.reason) })
  }
}
