import { useLocale } from '../i18n/context.tsx'
import { href, paths } from '../paths.ts'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

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
