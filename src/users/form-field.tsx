import type { ReactNode } from 'react'

export interface FormFieldProps {
  id: string
  label: string
  hint?: string | undefined
  children: ReactNode
}

/** Shows a labeled control of any kind. The control must reference its hint as `{id}-hint`. */
export function FormField({ id, label, hint, children }: FormFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
