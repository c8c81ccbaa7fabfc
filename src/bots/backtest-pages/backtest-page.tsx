import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { isMessageKey } from '../../i18n/translate.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { FormState } from '../../pages/form-state.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BotsLayout } from '../bots-layout.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { strategyWord } from '../form/bot-fields.ts'
import {
  AssetField,
  CandleFields,
  CostFields,
  controlProps,
  FieldFrame,
  MarketFields,
  RiskFields,
  StrategyFields,
} from '../form/form-fields.tsx'
import { StrategyMarkets } from '../form/strategy-picker.tsx'
import { strategies } from '../strategies/catalog.ts'
import { periods } from './backtest-query.ts'

export const resultId = 'trial-result'

export interface BacktestPageProps {
  /** `try` is the backtest without an account. */
  kind: 'trial' | 'try' | 'sweep'
  form: Omit<BacktestFormProps, 'run' | 'isShort'>
  /** The result, its placeholder while it is computed, or nothing before the user has requested a backtest */
  children?: ReactNode
  /** Asset whose history is still loading, if it is the asset of the form */
  loading?: string | undefined
}

export const pageWords = {
  trial: { title: 'backtest.title', lead: 'backtest.lead', run: 'backtest.run', notYet: 'backtest.notYet' },
  try: {
    title: 'backtest.try.title',
    lead: 'backtest.try.lead',
    run: 'backtest.run',
    notYet: 'backtest.try.notYet',
  },
  sweep: {
    title: 'backtest.sweep.title',
    lead: 'backtest.sweep.lead',
    run: 'backtest.sweep.run',
    notYet: 'backtest.sweep.notYet',
  },
} as const

export function BacktestPage({ kind, form, loading, children }: BacktestPageProps) {
  const { t } = useLocale()
  const own = pageWords[kind]
  return (
    <BotsLayout title={t(own.title)}>
      <p className="bots-lead">{t(own.lead)}</p>
      {loading && <Notice kind="warning">{t('backtest.historyLoads', { asset: loading })}</Notice>}
      <div className="trial">
        <section className="panel trial-request" aria-label={t('backtest.request')}>
          <BacktestForm {...form} run={t(own.run)} isShort={kind === 'try'} />
        </section>
        <div id={resultId} className="trial-result" tabIndex={-1}>
          {children ?? <EmptyState icon="i-lucide-history" title={t(own.notYet)} />}
        </div>
      </div>
    </BotsLayout>
  )
}

interface BacktestFormProps {
  /** Path that the form submits to, including the fragment of the result */
  action: string
  strategy: AnyStrategy
  form: FormState
  instruments: readonly Instrument[]
  quote: string
  /** Label of the button that runs the backtest */
  run: string
  /** Whether the period is fixed, a text explains the strategy to newcomers, and all other settings are folded */
  isShort: boolean
  children?: ReactNode
}

/** Form of a backtest. All inputs are in the URL, so the result can be bookmarked, shared and reopened. */
function BacktestForm({ action, strategy, form, instruments, quote, run, isShort, children }: BacktestFormProps) {
  const { locale, t } = useLocale()
  const fields = { strategy, form, quote }
  const faults = Object.keys(form.errors)
  // The text of a strategy that the user writes stays outside the fold.
  const isWritten = strategy.parameters.some(({ unit }) => unit === 'text')
  const hasFault = faults.some((name) => name !== 'asset' && !(isWritten && name.startsWith('params.')))
  const hasRiskFault = faults.some((name) => name.startsWith('risk.'))
  const acts = (
    <div className="trial-acts">
      <SubmitButton icon="i-lucide-play" name="run" value="1">
        {run}
      </SubmitButton>
    </div>
  )
  return (
    <form className="form trial-form" method="get" action={action}>
      {/* Enter presses the first button of a form, so the first one must be the button that runs the backtest. */}
      <button type="submit" name="run" value="1" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {run}
      </button>
      {isShort ? (
        <>
          <StrategyField strategy={strategy} />
          <div className="trial-about">
            <p className="strategy-idea">{strategyWord(locale, strategy.id, 'idea')}</p>
            <StrategyMarkets id={strategy.id} />
          </div>
          <AssetField form={form} instruments={instruments} />
          {isWritten && <StrategyFields {...fields} />}
          {acts}
          <details className="bot-fine fold" open={hasFault}>
            <summary>{t('backtest.try.settings')}</summary>
            <div className="bot-fields">
              <CandleFields {...fields} />
            </div>
            {!isWritten && <StrategyFields {...fields} />}
            <RiskFields {...fields} />
            <CostFields {...fields} />
          </details>
        </>
      ) : (
        <>
          <MarketFields {...fields} instruments={instruments} />
          <PeriodFields form={form} />
          <StrategyField strategy={strategy} />
          <StrategyFields {...fields} />
          {children}
          <details className="bot-fine fold" open={hasRiskFault}>
            <summary>{t('backtest.riskAndCosts')}</summary>
            <RiskFields {...fields} />
            <CostFields {...fields} />
          </details>
          {acts}
        </>
      )}
    </form>
  )
}

function PeriodFields({ form }: Pick<BacktestFormProps, 'form'>) {
  const { t } = useLocale()
  return (
    <div className="trial-period">
      {(['from', 'to'] as const).map((name) => (
        <FieldFrame
          key={name}
          name={name}
          form={form}
          label={t(`backtest.fields.${name}`)}
          hint={t(`backtest.fields.${name}Hint`)}
        >
          <input {...controlProps(name, form)} type="date" className="field-select" defaultValue={form.values[name]} />
        </FieldFrame>
      ))}
      <fieldset className="trial-presets">
        <legend>{t('backtest.presets')}</legend>
        {periods.map((days) => (
          <SubmitButton key={days} kind="quiet" name="days" value={String(days)}>
            {t('backtest.days', { days })}
          </SubmitButton>
        ))}
      </fieldset>
    </div>
  )
}

/**
 * Select for the strategy, which determines the other fields. Without JavaScript, a button shows these fields; with
 * JavaScript, the selection does.
 */
function StrategyField({ strategy }: { strategy: Pick<AnyStrategy, 'id'> }) {
  const { t } = useLocale()
  const nameOf = (id: string) => {
    const key = `bots.strategies.${id}`
    return isMessageKey(key) ? t(key) : id
  }
  return (
    <div className="field trial-strategy">
      <label htmlFor="strategy-field">{t('backtest.fields.strategy')}</label>
      <div className="trial-strategy-row">
        <select
          id="strategy-field"
          name="strategy"
          className="field-select"
          defaultValue={strategy.id}
          data-shows-fields="strategy-show"
        >
          {strategies.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </select>
        <span id="strategy-show">
          <SubmitButton kind="quiet">{t('backtest.showFields')}</SubmitButton>
        </span>
      </div>
    </div>
  )
}
