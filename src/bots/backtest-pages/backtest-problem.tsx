import { useLocale } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BacktestReportOutcome } from '../analysis/backtest-reports.ts'

export type BacktestFailure = Exclude<BacktestReportOutcome, { status: 'done' }>['status']

export function BacktestProblem({ status }: { status: BacktestFailure }) {
  const { t } = useLocale()
  return (
    <div className="trial-outcome">
      <Notice kind="error">{t(`backtest.problems.${status}`)}</Notice>
    </div>
  )
}
