import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BotsLayout } from '../bots-layout.tsx'
import { BacktestForm, type BacktestFormProps } from './backtest-form.tsx'

export const resultId = 'trial-result'

export interface BacktestPageProps {
  kind: 'trial' | 'sweep'
  form: Omit<BacktestFormProps, 'run'>
  /** The result, its placeholder while it is computed, or nothing before a request */
  children?: ReactNode
}

const words = {
  trial: { title: 'backtest.title', lead: 'backtest.lead', run: 'backtest.run', notYet: 'backtest.notYet' },
  sweep: {
    title: 'backtest.sweep.title',
    lead: 'backtest.sweep.lead',
    run: 'backtest.sweep.run',
    notYet: 'backtest.sweep.notYet',
  },
} as const

export function BacktestPage({ kind, form, children }: BacktestPageProps) {
  const { t } = useLocale()
  const own = words[kind]
  return (
    <BotsLayout title={t(own.title)}>
      <p className="bots-lead">{t(own.lead)}</p>
      <div className="trial">
        <section className="panel trial-request" aria-label={t('backtest.request')}>
          <BacktestForm {...form} run={t(own.run)} />
        </section>
        <div id={resultId} className="trial-result" tabIndex={-1}>
          {children ?? <EmptyState icon="i-lucide-history" title={t(own.notYet)} />}
        </div>
      </div>
    </BotsLayout>
  )
}
