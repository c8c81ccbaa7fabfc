import type { ReactNode } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { type ControlProps, FieldFrame } from '../../form/field-frame.tsx'
import type { SeriesField as FieldName, SeriesErrors, SeriesValues } from './series-form.ts'

export interface SeriesFormState {
  values: SeriesValues
  errors: SeriesErrors
}

interface SeriesFieldProps extends SeriesFormState {
  name: FieldName
  label: string
  hint?: string
  children(control: ControlProps<FieldName>): ReactNode
}

export function SeriesField({ values, errors, ...frame }: SeriesFieldProps) {
  const { t } = useLocale()
  const error = errors[frame.name]
  return <FieldFrame {...frame} value={values[frame.name]} error={error && t(error)} />
}
