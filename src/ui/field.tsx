import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

export interface FieldProps {
  name: string
  label: string
  type?: 'text' | 'password'
  value?: string | undefined
  error?: string | undefined
  hint?: ReactNode
  /** ID of a text elsewhere on the page that also describes this field */
  describedBy?: string | undefined
  isFocused?: boolean
  isRequired?: boolean
  autoComplete: HTMLInputAutoCompleteAttribute
  inputMode?: 'numeric' | 'text'
  maxLength?: number
  /** Whether browsers must not correct the typed text, as for logins and codes */
  isPlain?: boolean
  after?: ReactNode
  /** Content rendered below the input, before the hint */
  below?: ReactNode
}

export function Field(props: FieldProps) {
  const { name, label, type = 'text', value, error, hint, describedBy, isRequired = false, after, below } = props
  const id = `${name}-field`
  const ids = [error && `${name}-error`, hint && `${name}-hint`, describedBy].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          {...focusOf(props.isFocused)}
          {...(props.isPlain && plain)}
          id={id}
          name={name}
          type={type}
          // An empty value is set explicitly, so that browsers do not restore an earlier value when a form is shown
          // again.
          defaultValue={value ?? (type === 'text' ? '' : undefined)}
          required={isRequired}
          autoComplete={props.autoComplete}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.join(' ') || undefined}
        />
        {after}
      </div>
      <FieldError id={`${name}-error`} text={error} />
      {below}
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const plain = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} satisfies InputHTMLAttributes<HTMLElement>

/** Returns the attributes that make the browser focus the field when the page has loaded, without scripts. */
export function focusOf(isFocused: boolean | undefined): InputHTMLAttributes<HTMLElement> {
  return isFocused ? { autoFocus: true } : {}
}
