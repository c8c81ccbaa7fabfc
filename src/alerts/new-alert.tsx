import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { Instrument } from '../market/instrument.ts'
import { timeframes } from '../market/timeframe.ts'
import { FormKey } from '../pages/form-key.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { maxNoteLength } from './alert-form.ts'
import { type AlertKind, alertIndicators } from './alert-rule.ts'

export interface NewAlertProps {
  action: string
  form: FormState
  /** Assets to choose from; without this list, the URL names the asset */
  instruments?: readonly Instrument[] | undefined
  hint: string
  /** Whether every kind can be chosen, and how often and until when the alert fires */
  isFull?: boolean
}

/** Kinds with the same fields share one form; a link leads from one form to another. */
const forms = {
  price: ['level', 'percent'],
  range: ['enter', 'leave'],
  change: ['change'],
  indicator: ['indicator'],
  line: ['line'],
} as const satisfies Record<string, readonly AlertKind[]>

type FormName = keyof typeof forms

const names: readonly FormName[] = ['price', 'range', 'change', 'indicator', 'line']

const focusable = ['asset', 'value', 'high', 'minutes', 'length', 'fromPrice', 'toPrice', 'pause', 'note']

export function NewAlert({ action, form, instruments, hint, isFull = false }: NewAlertProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, focusable)
  const chosen = names.find((name) => forms[name].some((kind) => kind === values.kind)) ?? 'price'
  return (
    <>
      {isFull && <FormLinks chosen={chosen} asset={values.asset} />}
      <form className="form alert-form" method="post" action={action}>
        <FormProblem text={problem} />
        <FormKey />
        {instruments && (
          <div className="field">
            <label htmlFor="asset-field">{t('alerts.asset')}</label>
            <select id="asset-field" name="asset" className="field-select" defaultValue={values.asset}>
              {instruments.map(({ asset, name }) => (
                <option key={asset} value={asset}>
                  {asset} · {name}
                </option>
              ))}
            </select>
            <FieldError text={errors.asset} isAlert />
          </div>
        )}
        <KindChoice name={chosen} form={form} />
        <RuleFields name={chosen} form={form} hint={hint} focused={focused} />
        {isFull && <HowOften form={form} focused={focused} />}
        <Field
          name="note"
          label={t('alerts.note')}
          value={values.note}
          error={errors.note}
          hint={t('alerts.noteHint')}
          isFocused={focused === 'note'}
          autoComplete="off"
          maxLength={maxNoteLength}
        />
        <SubmitButton icon="i-lucide-bell-plus">{t('alerts.create')}</SubmitButton>
      </form>
    </>
  )
}

function FormLinks({ chosen, asset }: { chosen: FormName; asset: string | undefined }) {
  const { locale, t } = useLocale()
  const rest = asset ? `&asset=${encodeURIComponent(asset)}` : ''
  return (
    <nav className="part-nav" aria-label={t('alerts.kind')}>
      {names.map((name) => (
        <a
          key={name}
          href={`${localised(locale, paths.alerts)}?kind=${forms[name][0]}${rest}`}
          aria-current={name === chosen ? 'true' : undefined}
        >
          {t(`alerts.forms.${name}`)}
        </a>
      ))}
    </nav>
  )
}

function KindChoice({ name, form: { values, errors } }: { name: FormName; form: FormState }) {
  const { t } = useLocale()
  const kinds: readonly AlertKind[] = forms[name]
  const [first] = kinds
  if (kinds.length === 1) return <input type="hidden" name="kind" value={first} />
  const chosen = kinds.find((kind) => kind === values.kind) ?? first
  return (
    <fieldset className="field">
      <legend>{t('alerts.kind')}</legend>
      <div className="choices">
        {kinds.map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} />
            {t(`alerts.kinds.${kind}`)}
          </label>
        ))}
      </div>
      <FieldError text={errors.kind} isAlert />
    </fieldset>
  )
}

interface RuleFieldsProps {
  name: FormName
  form: FormState
  hint: string
  focused: string | undefined
}

function RuleFields({ name, form, hint, focused }: RuleFieldsProps) {
  const { t } = useLocale()
  const shared = { form, focused }
  switch (name) {
    case 'price':
      return <NumberField name="value" label={t('alerts.value')} hint={hint} {...shared} />
    case 'range':
      return (
        <>
          <NumberField name="value" label={t('alerts.low')} hint={t('alerts.rangeHint')} {...shared} />
          <NumberField name="high" label={t('alerts.high')} {...shared} />
        </>
      )
    case 'change':
      return (
        <>
          <NumberField name="value" label={t('alerts.percent')} hint={t('alerts.percentHint')} {...shared} />
          <NumberField name="minutes" label={t('alerts.minutes')} hint={t('alerts.minutesHint')} {...shared} />
        </>
      )
    case 'indicator':
      return <IndicatorFields {...shared} />
    case 'line':
      return (
        <>
          <TimeField name="fromTime" label={t('alerts.fromTime')} form={form} />
          <NumberField name="fromPrice" label={t('alerts.fromPrice')} {...shared} />
          <TimeField name="toTime" label={t('alerts.toTime')} form={form} />
          <NumberField name="toPrice" label={t('alerts.toPrice')} hint={t('alerts.lineHint')} {...shared} />
        </>
      )
  }
}

interface SharedProps {
  form: FormState
  focused: string | undefined
}

function IndicatorFields({ form, focused }: SharedProps) {
  const { t } = useLocale()
  const indicators = alertIndicators.map((id) => ({ value: id, text: t(`charts.catalog.names.${id}`) }))
  const lengths = timeframes.map((tf) => ({ value: String(tf), text: t(`charts.tf${tf}`) }))
  const sides = (['above', 'below'] as const).map((side) => ({ value: side, text: t(`alerts.sides.${side}`) }))
  return (
    <>
      <Choice name="indicator" label={t('alerts.indicator')} options={indicators} form={form} initial="rsi" />
      <NumberField
        name="length"
        label={t('alerts.length')}
        hint={t('alerts.lengthHint')}
        form={form}
        focused={focused}
        isOptional
      />
      <Choice name="tf" label={t('charts.timeframe')} options={lengths} form={form} initial="60" />
      <Choice name="side" label={t('alerts.side')} options={sides} form={form} initial="above" />
      <NumberField
        name="value"
        label={t('alerts.value')}
        hint={t('alerts.indicatorHint')}
        form={form}
        focused={focused}
      />
    </>
  )
}

function HowOften({ form, focused }: SharedProps) {
  const { t } = useLocale()
  const { pause, until } = form.values
  return (
    <details className="field fold" open={Boolean(pause || until)}>
      <summary>{t('alerts.howOften')}</summary>
      <NumberField
        name="pause"
        label={t('alerts.pause')}
        hint={t('alerts.pauseHint')}
        form={form}
        focused={focused}
        isOptional
      />
      <TimeField name="until" label={t('alerts.until')} hint={t('alerts.untilHint')} form={form} />
    </details>
  )
}

interface NumberFieldProps extends SharedProps {
  name: string
  label: string
  hint?: string
  isOptional?: boolean
}

function NumberField({ name, label, hint, form, focused, isOptional = false }: NumberFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      value={form.values[name]}
      error={form.errors[name]}
      hint={hint}
      isFocused={focused === name}
      isRequired={!isOptional}
      isPlain
      autoComplete="off"
      maxLength={40}
    />
  )
}

interface TimeFieldProps extends Pick<NumberFieldProps, 'name' | 'label' | 'hint' | 'form'> {}

function TimeField({ name, label, hint, form }: TimeFieldProps) {
  const { values, errors } = form
  const [id, error] = [`${name}-field`, errors[name]]
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        name={name}
        defaultValue={values[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.join(' ') || undefined}
      />
      <FieldError id={`${name}-error`} text={error} />
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps extends Pick<NumberFieldProps, 'name' | 'label' | 'form'> {
  options: readonly { value: string; text: string }[]
  initial: string
}

function Choice({ name, label, options, form: { values, errors }, initial }: ChoiceProps) {
  const id = `${name}-field`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="field-select" defaultValue={values[name] ?? initial}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError text={errors[name]} isAlert />
    </div>
  )
}
