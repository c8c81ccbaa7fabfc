import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import type { Instrument } from '../../market/instrument.ts'
import type { FormState } from '../../pages/form-state.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { controlProps, FieldFrame } from '../form/field-input.tsx'
import { CostFields, MarketFields, RiskFields, StrategyFields } from '../form/strategy-fields.tsx'
import { periods } from './backtest-query.ts'
import { StrategyField } from './strategy-field.tsx'

export interface BacktestFormProps {
  /** Includes the fragment of the result */
  action: string
  strategy: AnyStrategy
  form: FormState
  instruments: readonly Instrument[]
  quote: string
  /** Label of the button */
  run: string
  children?: ReactNode
}

/** Form of a backtest. All inputs are in the URL, so it can be bookmarked, shared and reopened. */
export function BacktestForm({ action, strategy, form, instruments, quote, run, children }: BacktestFormProps) {
  const { t } = useLocale()
  const fields = { strategy, form, quote }
  const hasRiskFault = Object.keys(form.errors).some((name) => name.startsWith('risk.'))
  return (
    <form className="form trial-form" method="get" action={action}>
      {/* Enter presses the first button of a form, so this must be the one that runs. */}
      <button type="submit" name="run" value="1" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {run}
      </button>
      <MarketFields {...fields} instruments={instruments} />
      <PeriodFields form={form} />
      <StrategyField strategy={strategy} />
      <StrategyFields {...fields} />
      {children}
      <details className="bot-fine" open={hasRiskFault}>
        <summary>{t('backtest.riskAndCosts')}</summary>
        <RiskFields {...fields} />
        <CostFields {...fields} />
      </details>
      <div className="trial-acts">
        <SubmitButton icon="i-lucide-play" name="run" value="1">
          {run}
        </SubmitButton>
      </div>
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
