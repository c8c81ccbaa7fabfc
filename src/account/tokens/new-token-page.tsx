import { type Scope, scopes } from '../../auth/scopes.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { moscowMs } from '../../i18n/moscow-time.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { FormProblem } from '../../pages/form-problem.tsx'
import { type FormState, focusedField } from '../../pages/form-state.ts'
import { paths } from '../../paths.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, FieldError, focusOf } from '../../ui/field.tsx'
import { AccountLayout } from '../account-layout.tsx'
import { lifetimes } from './token-form.ts'

export interface NewTokenPageProps {
  form: FormState
  /** Current time, ms UTC */
  now: number
}

export function NewTokenPage({ form, now }: NewTokenPageProps) {
  const { locale, t } = useLocale()
  const focused = focusedField(form, ['name', 'scopes', 'lifetime', 'date'])
  return (
    <AccountLayout part={paths.accountTokens} title={t('tokens.newTitle')} lead={t('tokens.newLead')}>
      <FormProblem text={form.problem} />
      <form className="form" method="post" action={localised(locale, paths.newToken)}>
        <FormKey />
        <Field
          name="name"
          label={t('tokens.name')}
          hint={t('tokens.nameHint')}
          value={form.values.name}
          error={form.errors.name}
          isFocused={focused === 'name'}
          isRequired
          autoComplete="off"
          maxLength={80}
        />
        <ScopeField form={form} isFocused={focused === 'scopes'} />
        <LifetimeField form={form} now={now} focused={focused} />
        <SubmitButton>{t('tokens.submit')}</SubmitButton>
      </form>
    </AccountLayout>
  )
}

function ScopeField({ form, isFocused }: { form: FormState; isFocused: boolean }) {
  const { t } = useLocale()
  const chosen = new Set((form.values.scopes ?? '').split(' '))
  const scopeChoice = (scope: Scope, at: number) => (
    <label key={scope} className="choice token-choice">
      <input
        {...focusOf(isFocused && at === 0)}
        type="checkbox"
        name="scopes"
        value={scope}
        defaultChecked={chosen.has(scope)}
      />
      <span>
        <code>{scope}</code> {t(`tokens.scope.${scope}`)}
      </span>
    </label>
  )
  return (
    <fieldset className="field">
      <legend>{t('tokens.scopes')}</legend>
      {scopes.map(scopeChoice)}
      <FieldError text={form.errors.scopes} isAlert />
    </fieldset>
  )
}

interface LifetimeFieldProps extends NewTokenPageProps {
  focused: string | undefined
}

function LifetimeField({ form, now, focused }: LifetimeFieldProps) {
  const { t } = useLocale()
  const dayOf = (time: number) => new Date(time + moscowMs).toISOString().slice(0, 10)
  return (
    <fieldset className="field">
      <legend>{t('tokens.lifetime')}</legend>
      <div className="choices">
        {lifetimes.map((lifetime, at) => (
          <label key={lifetime} className="choice">
            <input
              {...focusOf(focused === 'lifetime' && at === 0)}
              type="radio"
              name="lifetime"
              value={lifetime}
              defaultChecked={form.values.lifetime === lifetime}
            />
            {t(`tokens.lifetimes.${lifetime}`)}
          </label>
        ))}
        <input
          {...focusOf(focused === 'date')}
          type="date"
          name="date"
          className="token-date"
          aria-label={t('tokens.date')}
          defaultValue={form.values.date}
          min={dayOf(now)}
          max={dayOf(now + 365 * 86_400_000)}
        />
      </div>
      <FieldError text={form.errors.lifetime ?? form.errors.date} isAlert />
    </fieldset>
  )
}

/** Page with a new token, which is shown only once. */
export function CreatedTokenPage({ token }: { token: string }) {
  const { locale, t } = useLocale()
  return (
    <AccountLayout part={paths.accountTokens} title={t('tokens.madeTitle')} lead={t('tokens.madeLead')}>
      <p className="token-text">
        <code data-token>{token}</code>
      </p>
      <p className="auth-actions">
        <CopyButton of="[data-token]" />
        <Button href={localised(locale, paths.accountTokens)}>{t('tokens.kept')}</Button>
      </p>
    </AccountLayout>
  )
}
