import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { href, paths } from '../paths.ts'
import { Icon } from './icon.tsx'

interface FieldProps {
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
  minLength?: number
  maxLength?: number
  pattern?: string
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
          minLength={props.minLength}
          maxLength={props.maxLength}
          pattern={props.pattern}
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

export interface PasswordFieldProps extends Pick<FieldProps, 'name' | 'label' | 'error' | 'describedBy' | 'isFocused'> {
  /** Whether a new password is typed, which is shown with a strength meter, unlike the current password. */
  isNew?: boolean
}

/**
 * Password field, whose value the server never fills in. The reveal button and the strength meter are hidden without
 * `account-forms.behavior.ts`.
 */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps) {
  const { t } = useLocale()
  const [show, hide] = [t('auth.showPassword'), t('auth.hidePassword')]
  return (
    <Field
      {...field}
      type="password"
      isRequired
      isPlain
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew && t('auth.passwordHint')}
      after={
        <button
          type="button"
          className="field-button"
          aria-label={show}
          title={show}
          aria-controls={`${field.name}-field`}
          data-show-password={hide}
          hidden
        >
          <Icon name="i-lucide-eye" className="field-button-show" />
          <Icon name="i-lucide-eye-off" className="field-button-hide" />
        </button>
      }
      below={isNew && <Strength />}
    />
  )
}

function Strength() {
  const { t } = useLocale()
  return (
    <div
      className="strength"
      data-strength={href(paths.commonPasswords, { prefix: '' })}
      data-short={t('auth.strengthShort')}
      data-common={t('auth.strengthCommon')}
      data-fair={t('auth.strengthFair')}
      data-good={t('auth.strengthGood')}
      data-great={t('auth.strengthGreat')}
      hidden
    >
      <meter min={0} max={4} low={2} high={3} optimum={4} value={0} aria-label={t('auth.strength')} />
      <output />
    </div>
  )
}

export interface FieldErrorProps {
  id?: string
  text: string | undefined
  /** Whether screen readers announce the error at once, for fields that do not refer to it by its ID */
  isAlert?: boolean
  /** Whether the element is rendered even without text, for errors that are found later */
  isAlwaysRendered?: boolean
  /** Whether htmx swaps the element in as an out-of-band part, in place of the field's present error */
  isOutOfBand?: boolean
}

export function FieldError({ id, text, isAlert, isAlwaysRendered, isOutOfBand }: FieldErrorProps) {
  if (!text && !isAlwaysRendered) return null
  return (
    <p
      className="field-error"
      id={id}
      role={isAlert ? 'alert' : undefined}
      {...(isOutOfBand && { 'hx-swap-oob': 'true' })}
    >
      {text && (
        <>
          <Icon name="i-lucide-circle-alert" />
          {text}
        </>
      )}
    </p>
  )
}
