import { useLocale } from '../../i18n/context.tsx'
import { FieldError } from './field-input.tsx'
import type { FieldValues } from './field-values.ts'
import { withFields } from './form-address.ts'
import { previewId } from './preview-panel.tsx'

export const checkId = 'bot-check'
export const formId = 'bot-form'

export interface CheckRegionProps {
  errors: Record<string, string>
  /** Asks for the preview of these once it stands in the page; undefined where there is nothing to ask for */
  wanted?: { action: string; values: FieldValues } | undefined
}

/** Says how many fields are wrong, and leads on to the preview once none is. */
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
    // What is typed meanwhile takes its place.
    'hx-sync': `#${formId}:replace`,
  }
  return (
    <p id={checkId} className="bot-check" role="status" {...(address !== undefined && ask)}>
      {total > 0 && t('botForm.wrongFields', { total })}
    </p>
  )
}

/** What is wrong with each field, to be put where its error stands. */
export function FieldErrors({ names, errors }: { names: readonly string[]; errors: Record<string, string> }) {
  return names.map((name) => <FieldError key={name} name={name} text={errors[name]} isCompanion />)
}
