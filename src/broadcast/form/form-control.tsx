import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FieldErrors, FieldName, FieldValues } from './broadcast-fields.ts'

export interface Filled {
  values: FieldValues
  errors: FieldErrors
}

interface ControlFrameProps extends Filled {
  name: FieldName
  label: string
  hint?: string
  children(props: ControlProps): ReactNode
}

interface ControlProps {
  id: string
  name: FieldName
  defaultValue: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control of any kind with its name, hint and error. */
export function FormControl({ name, label, hint, values, errors, children }: ControlFrameProps) {
  const { t } = useLocale()
  const error = errors[name]
  const id = `${name}-field`
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        defaultValue: values[name] ?? '',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': ids || undefined,
      })}
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

interface ChoiceProps extends Filled {
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

interface SwitchProps extends Filled {
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
