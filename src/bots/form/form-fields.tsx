import type { InputHTMLAttributes, ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import type { Instrument } from '../../market/instrument.ts'
import type { FormState } from '../../pages/form-state.ts'
import { FieldError } from '../../ui/field.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { botTimeframes } from '../plan.ts'
import {
  type BotField,
  capitalField,
  choiceLabel,
  costFields,
  fieldHint,
  fieldLabel,
  fineCostFields,
  type NumberField,
  off,
  on,
  parameterFields,
  riskFields,
} from './bot-fields.ts'
import { marksIn, RulesInput } from './rules-input.tsx'

export type FieldPrices = Readonly<Record<string, string>>

interface FieldInputProps {
  field: BotField
  strategy: { id: string }
  form: FormState
  quote: string
  /** Default prices for the hints of empty price fields, by field name */
  prices?: FieldPrices
  focused?: string | undefined
}

/** A field of a bot's form: label, control with unit, error, hint. */
function FieldInput({ field, strategy, form, quote, prices = {}, focused }: FieldInputProps) {
  const { locale } = useLocale()
  const { name } = field
  const hint = fieldHint(locale, strategy, field, prices[name])
  const label = fieldLabel(locale, strategy, name)
  const value = form.values[name]
  const control = controlProps(name, form, focused)
  if (field.kind === 'switch') {
    return (
      <FieldFrame name={name} form={form} hint={hint}>
        {/* An unchecked box sends nothing, so this hidden value applies; a checked box overrides it. */}
        <input type="hidden" name={name} value={off} />
        <label className="choice">
          <input {...control} type="checkbox" value={on} defaultChecked={value === on} />
          {label}
        </label>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame name={name} form={form} hint={hint} label={label}>
      {field.kind === 'text' ? (
        <RulesInput
          control={control}
          name={name}
          text={value ?? ''}
          marks={marksIn(locale, form.values)}
          max={field.max}
        />
      ) : field.kind === 'choice' ? (
        <select {...control} className="field-select" defaultValue={value}>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choiceLabel(locale, strategy, field, choice)}
            </option>
          ))}
        </select>
      ) : (
        <NumberInput field={field} control={control} value={value} quote={quote} />
      )}
    </FieldFrame>
  )
}

interface NumberInputProps {
  field: NumberField
  control: InputHTMLAttributes<HTMLInputElement>
  value: string | undefined
  quote: string
}

function NumberInput({ field, control, value, quote }: NumberInputProps) {
  const { t } = useLocale()
  const { unit } = field
  const isMoney = unit === 'price' || unit === 'money' || unit === 'choice'
  return (
    <div className="field-row bot-number">
      <input
        {...control}
        type="text"
        inputMode="decimal"
        defaultValue={value}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
      />
      <span className="bot-unit">{isMoney ? quote : t(`botForm.units.${unit}`)}</span>
    </div>
  )
}

interface FieldFrameProps {
  name: string
  form: FormState
  hint: string
  label?: string
  children: ReactNode
}

export function FieldFrame({ name, form, hint, label, children }: FieldFrameProps) {
  const { field, hint: hintId } = idsOf(name)
  return (
    <div className="field bot-field">
      {label !== undefined && <label htmlFor={field}>{label}</label>}
      {children}
      <FieldErrorSlot name={name} text={form.errors[name]} />
      <p className="field-hint" id={hintId}>
        {hint}
      </p>
    </div>
  )
}

/** Changed hint of a field, which htmx swaps in out of band. */
export function FieldHint({ name, text }: { name: string; text: string }) {
  return (
    <p className="field-hint" id={idsOf(name).hint} hx-swap-oob="true">
      {text}
    </p>
  )
}

export interface FieldErrorSlotProps {
  name: string
  text: string | undefined
  isCompanion?: boolean
}

export function FieldErrorSlot({ name, text, isCompanion = false }: FieldErrorSlotProps) {
  return <FieldError id={idsOf(name).error} text={text} isAlwaysRendered isOutOfBand={isCompanion} />
}

export function controlProps(name: string, { errors }: FormState, focused?: string) {
  const ids = idsOf(name)
  return {
    autoFocus: focused === name || undefined,
    id: ids.field,
    name,
    'aria-invalid': errors[name] ? (true as const) : undefined,
    'aria-describedby': `${ids.error} ${ids.hint}`,
  }
}

function idsOf(name: string) {
  const plain = name.replaceAll('.', '-')
  return { field: `${plain}-field`, error: `${plain}-error`, hint: `${plain}-hint` }
}

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
      <details className="bot-fine fold" open={fineCostFields.some(({ name }) => props.form.errors[name])}>
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
  return (
    <div className="bot-fields">
      <AssetField form={props.form} instruments={instruments} />
      <CandleFields {...props} />
    </div>
  )
}

export function AssetField({ form, instruments }: Pick<MarketFieldsProps, 'form' | 'instruments'>) {
  const { t } = useLocale()
  return (
    <FieldFrame name="asset" form={form} hint={t('botForm.fields.asset.hint')} label={t('botForm.fields.asset.label')}>
      <select {...controlProps('asset', form)} className="field-select" defaultValue={form.values.asset}>
        {instruments.map(({ asset, name }) => (
          <option key={asset} value={asset}>
            {asset} · {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** Timeframe and starting capital */
export function CandleFields(props: StrategyFieldsProps) {
  const { t } = useLocale()
  const { form } = props
  return (
    <>
      <FieldFrame name="tf" form={form} hint={t('botForm.fields.tf.hint')} label={t('botForm.fields.tf.label')}>
        <select {...controlProps('tf', form)} className="field-select" defaultValue={form.values.tf}>
          {botTimeframes.map((tf) => (
            <option key={tf} value={tf}>
              {t(`charts.tf${tf}`)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldInput field={capitalField} {...props} />
    </>
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
