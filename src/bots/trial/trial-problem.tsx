import { useLocale } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { TrialOutcome } from './trials.ts'

export type TrialFailure = Exclude<TrialOutcome, { status: 'done' }>['status']

export function TrialProblem({ status }: { status: TrialFailure }) {
  const { t } = useLocale()
  return (
    <div className="trial-outcome">
      <Notice kind="error">{t(`backtest.problems.${status}`)}</Notice>
    </div>
  )
}
