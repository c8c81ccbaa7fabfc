import { useLocale } from '../../i18n/context.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { fieldsOf, parameterFields } from './bot-fields.ts'
import { FieldErrorSlot, FieldHint, type FieldPrices } from './field-input.tsx'
import type { FieldValues } from './field-values.ts'
import { fieldHint } from './field-words.ts'
import { withFields } from './form-address.ts'
import { previewId } from './preview-panel.tsx'

export const checkId = 'bot-check'
export const formId = 'bot-form'

export interface CheckRegionProps {
  errors: Record<string, string>
  /** Field values to load the preview for, once the region is in the page; undefined for no preview */
  wanted?: { action: string; values: FieldValues } | undefined
}

/** Shows the number of wrong fields, and loads the preview if all fields are right. */
export function CheckRegion({ errors, wanted }: CheckRegionProps) {
  const { t } = useLocale()
  const total = Object.keys(errors).length
  const address = wanted && withFields(wanted.action, { ...wanted.values, preview: 'yes' })
  const ask = {
    'hx-get': address,
    'hx-trigger': 'load',
    'hx-target': `#${previewId}`,
    'hx-swap': 'outerHTML',
    'hx-indicator': `#${previewId}`,
    // Further input replaces this request of the preview.
    'hx-sync': `#${formId}:replace`,
  }
  return (
    <p id={checkId} className="bot-check" role="status" {...(address !== undefined && ask)}>
      {total > 0 && t('botForm.wrongFields', { total })}
    </p>
  )
}

export interface FieldNewsProps {
  strategy: AnyStrategy
  errors: Record<string, string>
  prices: FieldPrices
}

/** Out-of-band updates of the errors of fields, and of hints that contain prices. */
export function FieldNews({ strategy, errors, prices }: FieldNewsProps) {
  const { locale } = useLocale()
  const names = ['name', 'asset', 'tf', ...fieldsOf(strategy).map(({ name }) => name)]
  const priced = parameterFields(strategy).filter((field) => field.kind === 'number' && field.unit === 'price')
  return (
    <>
      {names.map((name) => (
        <FieldErrorSlot key={name} name={name} text={errors[name]} isCompanion />
      ))}
      {priced.map((field) => (
        <FieldHint key={field.name} name={field.name} text={fieldHint(locale, strategy, field, prices[field.name])} />
      ))}
    </>
  )
}
