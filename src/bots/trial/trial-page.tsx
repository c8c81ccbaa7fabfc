import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { BotsLayout } from '../bots-layout.tsx'
import { TrialForm, type TrialFormProps } from './trial-form.tsx'

export const resultId = 'trial-result'

export interface TrialPageProps extends TrialFormProps {
  /** The result, what is awaited in its place, or nothing before anything was asked */
  children?: ReactNode
}

export function TrialPage({ children, ...form }: TrialPageProps) {
  const { t } = useLocale()
  return (
    <BotsLayout title={t('backtest.title')}>
      <p className="bots-lead">{t('backtest.lead')}</p>
      <div className="trial">
        <section className="panel trial-request" aria-label={t('backtest.request')}>
          <TrialForm {...form} />
        </section>
        <div id={resultId} className="trial-result" tabIndex={-1}>
          {children ?? <p className="panel trial-nothing">{t('backtest.notYet')}</p>}
        </div>
      </div>
    </BotsLayout>
  )
}

export const runningId = 'trial-running'

/** Stands until the result has come. Going away, as the link does, ends the work. */
export function TrialRunning({ cancel, text, acts }: { cancel: string; text: string; acts: string }) {
  return (
    <div className="panel late-running">
      <p id={runningId}>{text}</p>
      <a className="button button-quiet" href={cancel}>
        {acts}
      </a>
    </div>
  )
}
