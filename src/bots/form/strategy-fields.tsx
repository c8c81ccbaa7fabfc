import { useLocale } from '../../i18n/context.tsx'
import type { Instrument } from '../../market/instrument.ts'
import { timeframes } from '../../market/timeframe.ts'
import type { FormState } from '../../pages/form-state.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import { type BotField, capitalField, costFields, fineCostFields, parameterFields, riskFields } from './bot-fields.ts'
import { controlProps, FieldFrame, FieldInput, type FieldPrices } from './field-input.tsx'

export interface StrategyFieldsProps {
  strategy: AnyStrategy
  form: FormState
  quote: string
  prices?: FieldPrices
  focused?: string | undefined
}

export function StrategyFields({ strategy, ...more }: StrategyFieldsProps) {
  return <Inputs fields={parameterFields(strategy)} strategy={strategy} {...more} />
}

export function CostFields(props: StrategyFieldsProps) {
  const { t } = useLocale()
  return (
    <>
      <Inputs fields={costFields} {...props} />
      <details className="bot-fine" open={fineCostFields.some(({ name }) => props.form.errors[name])}>
        <summary>{t('botForm.groups.fine')}</summary>
        <Inputs fields={fineCostFields} {...props} />
      </details>
    </>
  )
}

export function RiskFields(props: StrategyFieldsProps) {
  return <Inputs fields={riskFields} {...props} />
}

export interface MarketFieldsProps extends StrategyFieldsProps {
  instruments: readonly Instrument[]
}

export function MarketFields({ instruments, ...props }: MarketFieldsProps) {
  const { t } = useLocale()
  const { form } = props
  return (
    <div className="bot-fields">
      <FieldFrame
        name="asset"
        form={form}
        hint={t('botForm.fields.asset.hint')}
        label={t('botForm.fields.asset.label')}
      >
        <select {...controlProps('asset', form)} className="field-select" defaultValue={form.values.asset}>
          {instruments.map(({ asset, name }) => (
            <option key={asset} value={asset}>
              {asset} · {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame name="tf" form={form} hint={t('botForm.fields.tf.hint')} label={t('botForm.fields.tf.label')}>
        <select {...controlProps('tf', form)} className="field-select" defaultValue={form.values.tf}>
          {timeframes.map((tf) => (
            <option key={tf} value={tf}>
              {t(`charts.tf${tf}`)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldInput field={capitalField} {...props} />
    </div>
  )
}

function Inputs({ fields, ...props }: StrategyFieldsProps & { fields: readonly BotField[] }) {
  return (
    <div className="bot-fields">
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} {...props} />
      ))}
    </div>
  )
}
