import type { ReactNode } from 'react'
import { FieldError } from '../../ui/field-error.tsx'

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
