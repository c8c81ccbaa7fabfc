import { loginPattern, minLoginLength } from '../auth/names.ts'
import { useLocale } from '../i18n/context.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { AdministratorContact } from './lost-password-pages.tsx'

export interface NewAccountPageProps {
  form: FormState
  action: string
  title: string
  lead: string
  submit: string
  loginHref?: string
}

export function NewAccountPage({ form, action, title, lead, submit, loginHref }: NewAccountPageProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['login', 'name', 'password'], 'login')
  return (
    <AuthLayout title={title} lead={lead}>
      <FormProblem text={problem} />
      {/* Browsers report one field at a time, so the server checks the form and reports all. */}
      <form className="form" method="post" action={action} noValidate>
        <Field
          name="login"
          pattern={loginPattern}
          minLength={minLoginLength}
          label={t('auth.login')}
          value={values.login}
          error={errors.login}
          hint={t('auth.loginHint')}
          isFocused={focused === 'login'}
          isRequired
          isPlain
          autoComplete="username"
          maxLength={100}
        />
        <Field
          name="name"
          label={t('auth.name')}
          value={values.name}
          error={errors.name}
          hint={t('auth.nameHint')}
          isFocused={focused === 'name'}
          autoComplete="name"
          maxLength={80}
        />
        <PasswordField
          name="password"
          label={t('auth.password')}
          error={errors.password}
          isFocused={focused === 'password'}
          isNew
        />
        <SubmitButton>{submit}</SubmitButton>
      </form>
      {loginHref && (
        <p className="auth-else">
          {t('auth.haveAccount')} <a href={loginHref}>{t('auth.signIn')}</a>
        </p>
      )}
    </AuthLayout>
  )
}

export interface ClosedPageProps {
  loginHref: string
  contact: string | undefined
}

export function ClosedPage({ loginHref, contact }: ClosedPageProps) {
  const { t } = useLocale()
  return (
    <AuthLayout title={t('auth.closedTitle')} lead={t('auth.closedLead')}>
      <AdministratorContact contact={contact} />
      <p className="auth-actions">
        <Button href={loginHref}>{t('auth.signIn')}</Button>
      </p>
    </AuthLayout>
  )
}
