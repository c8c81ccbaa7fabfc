import { maxName } from '../auth/names.ts'
import { useLocale } from '../i18n/context.tsx'
import { languageNames, languageTags, locales, localised } from '../i18n/locales.ts'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, FieldError, focusOf } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { AccountLayout } from './account-layout.tsx'

export interface ProfilePageProps {
  form: FormState
  flash?: string | undefined
}

/** Initial color of the browser's color input: the product's own color. */
const productAccent = '#00a65a'

export function ProfilePage({ form, flash }: ProfilePageProps) {
  const { locale, t } = useLocale()
  const { values, errors } = form
  const focused = focusedField(form, ['name', 'locale', 'accent'])
  return (
    <AccountLayout part={paths.account} title={t('account.profile')} lead={t('account.profileLead')} flash={flash}>
      <form className="form" method="post" action={localised(locale, paths.account)}>
        <Field
          name="name"
          label={t('auth.name')}
          value={values.name}
          error={errors.name}
          hint={t('ui.upTo', { max: maxName })}
          isFocused={focused === 'name'}
          isRequired
          autoComplete="name"
          maxLength={maxName}
        />
        <LocaleField form={form} isFocused={focused === 'locale'} />
        <AccentField form={form} isFocused={focused === 'accent'} />
        <SubmitButton>{t('account.save')}</SubmitButton>
      </form>
      <section className="account-section">
        <h2>
          <Icon name="i-lucide-send" />
          {t('account.telegram')}
        </h2>
        <p>
          <a href={localised(locale, paths.accountTelegram)}>{t('account.telegramLink')}</a>
        </p>
      </section>
    </AccountLayout>
  )
}

interface ChoiceProps {
  form: FormState
  isFocused: boolean
}

function LocaleField({ form, isFocused }: ChoiceProps) {
  const { t } = useLocale()
  return (
    <fieldset className="field">
      <legend>{t('account.locale')}</legend>
      <div className="choices">
        {locales.map((own, at) => (
          <label key={own} className="choice" lang={languageTags[own]}>
            <input
              {...focusOf(isFocused && at === 0)}
              type="radio"
              name="locale"
              value={own}
              defaultChecked={form.values.locale === own}
            />
            {languageNames[own]}
          </label>
        ))}
      </div>
      <FieldError text={form.errors.locale} isAlert />
      <p className="field-hint">{t('account.localeHint')}</p>
    </fieldset>
  )
}

function AccentField({ form, isFocused }: ChoiceProps) {
  const { t } = useLocale()
  return (
    <fieldset className="field">
      <legend>{t('account.accent')}</legend>
      <div className="choices">
        <label className="choice">
          <input type="radio" name="hasAccent" value="no" defaultChecked={form.values.hasAccent !== 'yes'} />
          {t('account.accentProduct')}
        </label>
        <label className="choice">
          <input
            {...focusOf(isFocused)}
            type="radio"
            name="hasAccent"
            value="yes"
            defaultChecked={form.values.hasAccent === 'yes'}
          />
          {t('account.accentOwn')}
        </label>
        <input
          type="color"
          name="accent"
          aria-label={t('account.accentPick')}
          defaultValue={form.values.accent || productAccent}
          data-accent-input
        />
      </div>
      <FieldError text={form.errors.accent} isAlert />
    </fieldset>
  )
}
