import { useLocale } from '../i18n/context.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { Notice } from '../ui/notice.tsx'

export interface LostPasswordPageProps {
  form: FormState
  /** URL to which the form is sent; undefined without a Telegram bot, when only an administrator can help */
  action: string | undefined
  /** Whether a link was asked for just now; the page does not reveal whether one was sent */
  isAsked: boolean
  loginHref: string
  contact: string | undefined
}

export function LostPasswordPage({ form, action, isAsked, loginHref, contact }: LostPasswordPageProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  return (
    <AuthLayout title={t('auth.lostTitle')} lead={t(action ? 'auth.lostLead' : 'auth.lostLeadByAdministrator')}>
      {isAsked && <Notice kind="success">{t('auth.lostAsked')}</Notice>}
      <FormProblem text={problem} />
      {action && (
        <form className="form" method="post" action={action}>
          <Field
            name="login"
            label={t('auth.login')}
            value={values.login}
            error={errors.login}
            isFocused={!isAsked}
            isRequired
            isPlain
            autoComplete="username"
            maxLength={100}
          />
          <SubmitButton icon="i-lucide-send">{t('auth.lostSend')}</SubmitButton>
        </form>
      )}
      {action && <p className="auth-else">{t('auth.lostOtherwise')}</p>}
      <AdministratorContact contact={contact} />
      <p className="auth-else">
        <a href={loginHref}>{t('auth.lostBack')}</a>
      </p>
    </AuthLayout>
  )
}

export interface AdministratorContactProps {
  contact: string | undefined
}

/** Contact of an administrator, as the administrator has written it; addresses are links. */
export function AdministratorContact({ contact }: AdministratorContactProps) {
  const { t } = useLocale()
  if (contact === undefined) return null
  const address = addressOf(contact)
  return (
    <p className="auth-else">
      {t('auth.contact')} {address ? <a href={address}>{contact}</a> : <b>{contact}</b>}
    </p>
  )
}

function addressOf(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) return contact
  if (/^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(contact)) return `mailto:${contact}`
  return /^@\w{5,32}$/.test(contact) ? `https://t.me/${contact.slice(1)}` : undefined
}
