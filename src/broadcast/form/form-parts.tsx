import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Breadcrumbs, type BreadcrumbsProps } from '../../ui/breadcrumbs.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { FieldErrors, FieldName, FieldValues } from './broadcast-fields.ts'

export interface FormHeadProps {
  crumbs: BreadcrumbsProps['items']
  title: string
  problem?: string | undefined
}

export function FormHead({ crumbs, title, problem }: FormHeadProps) {
  return (
    <>
      <Breadcrumbs items={crumbs} />
      <header className="admin-head">
        <h1>{title}</h1>
      </header>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
    </>
  )
}

export interface ControlProps<Name extends string> {
  id: string
  name: Name
  defaultValue: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps<Name extends string> {
  name: Name
  label: string
  hint?: string | undefined
  value: string | undefined
  error: string | undefined
  children(control: ControlProps<Name>): ReactNode
}

export function FieldFrame<Name extends string>(props: FieldFrameProps<Name>) {
  const { name, label, hint, value = '', error, children } = props
  const id = `${name}-field`
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const control = { id, name, defaultValue: value }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ ...control, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined })}
      <FieldError id={`${name}-error`} text={error} />
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

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
