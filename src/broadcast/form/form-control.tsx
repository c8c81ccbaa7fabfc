import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { type ControlProps, FieldFrame } from './field-frame.tsx'
import type { FieldErrors, FieldName, FieldValues } from './field-values.ts'

export interface FormState {
  values: FieldValues
  errors: FieldErrors
}

interface ControlFrameProps extends FormState {
  name: FieldName
  label: string
  hint?: string
  children(control: ControlProps<FieldName>): ReactNode
}

export function FormControl({ values, errors, ...frame }: ControlFrameProps) {
  const { t } = useLocale()
  const error = errors[frame.name]
  return <FieldFrame {...frame} value={values[frame.name]} error={error && t(error)} />
}

interface ChoiceProps extends FormState {
  name: FieldName
  label: string
  hint?: string
  options: readonly (readonly [value: string, label: string])[]
}

export function Choice({ options, ...frame }: ChoiceProps) {
  return (
    <FormControl {...frame}>
      {(control) => (
        <select {...control}>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FormControl>
  )
}

interface SwitchProps extends FormState {
  name: FieldName
  label: string
  hint?: string
  isFixed?: boolean | undefined
}

export function Switch({ name, label, hint, values, isFixed }: SwitchProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name={name}
          value="on"
          defaultChecked={isFixed || values[name] === 'on'}
          disabled={isFixed}
          aria-describedby={hint && `${name}-hint`}
        />
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
