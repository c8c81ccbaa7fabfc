import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import type { FormState } from '../../pages/form-state.ts'
import { sweepScores } from '../analysis/sweep-result.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import { controlProps, FieldFrame } from '../form/field-input.tsx'
import { fieldLabel } from '../form/field-words.ts'
import { type Axis, axes, rangeParts, sweepable } from './sweep-query.ts'

export interface SweepFieldsProps {
  strategy: AnyStrategy
  form: FormState
}

export function SweepFields({ strategy, form }: SweepFieldsProps) {
  const { t } = useLocale()
  return (
    <>
      {axes.map((axis) => (
        <RangeFields key={axis} axis={axis} strategy={strategy} form={form} />
      ))}
      <div className="bot-fields">
        <FieldFrame name="by" form={form} label={t('backtest.sweep.by')} hint={t('backtest.sweep.byHint')}>
          <select {...controlProps('by', form)} className="field-select" defaultValue={form.values.by}>
            {sweepScores.map((score) => (
              <option key={score} value={score}>
                {t(`backtest.sweep.scores.${score}`)}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame name="search" form={form} label={t('backtest.sweep.search')} hint={t('backtest.sweep.searchHint')}>
          <select {...controlProps('search', form)} className="field-select" defaultValue={form.values.search}>
            {(['grid', 'random'] as const).map((search) => (
              <option key={search} value={search}>
                {t(`backtest.sweep.searches.${search}`)}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame name="count" form={form} label={t('backtest.sweep.count')} hint={t('backtest.sweep.countHint')}>
          <NumberInput name="count" form={form} />
        </FieldFrame>
      </div>
    </>
  )
}

function RangeFields({ axis, strategy, form }: SweepFieldsProps & { axis: Axis }) {
  const { locale, t } = useLocale()
  const parameters = sweepable(strategy)
  const chosen = parameters.find(({ name }) => name === form.values[axis])
  const bounds = chosen && { min: formatNumber(locale, chosen.min), max: formatNumber(locale, chosen.max) }
  return (
    <fieldset className="sweep-range">
      <legend className="visually-hidden">{t(`backtest.sweep.axes.${axis}`)}</legend>
      <FieldFrame
        name={axis}
        form={form}
        label={t(`backtest.sweep.axes.${axis}`)}
        hint={bounds ? t('botForm.bounds', bounds) : ''}
      >
        <select {...controlProps(axis, form)} className="field-select" defaultValue={form.values[axis]}>
          {axis === 'y' && <option value="">{t('backtest.sweep.noSecond')}</option>}
          {parameters.map(({ name }) => (
            <option key={name} value={name}>
              {fieldLabel(locale, strategy, `params.${name}`)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <div className="sweep-range-parts">
        {rangeParts.map((part) => (
          <FieldFrame key={part} name={`${axis}.${part}`} form={form} label={t(`backtest.sweep.${part}`)} hint="">
            <NumberInput name={`${axis}.${part}`} form={form} />
          </FieldFrame>
        ))}
      </div>
    </fieldset>
  )
}

function NumberInput({ name, form }: { name: string; form: FormState }) {
  return (
    <input
      {...controlProps(name, form)}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      defaultValue={form.values[name]}
    />
  )
}
