import type { ReactNode } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { SeriesField as FieldName, SeriesErrors, SeriesValues } from './series-form.ts'

export interface FilledSeries {
  values: SeriesValues
  errors: SeriesErrors
}

interface SeriesFieldProps extends FilledSeries {
  name: FieldName
  label: string
  hint?: string
  children(control: ControlProps): ReactNode
}

interface ControlProps {
  id: string
  name: FieldName
  defaultValue: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with its name, hint and error. */
export function SeriesField({ name, label, hint, values, errors, children }: SeriesFieldProps) {
  const { t } = useLocale()
  const error = errors[name]
  const id = `${name}-field`
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const control = { id, name, defaultValue: values[name] ?? '' }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ ...control, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined })}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          <Icon name="i-lucide-circle-alert" />
          {t(error)}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
