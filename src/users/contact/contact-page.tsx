import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { FormState } from '../../pages/form-state.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { maxContact } from './contact.ts'

export interface ContactPageProps {
  form: FormState
  flash?: string | undefined
}

export function ContactPage({ form, flash }: ContactPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <FlashToast>{flash}</FlashToast>
      <div className="admin-narrow">
        <h1>{t('users.contact.title')}</h1>
        <p>{t('users.contact.description')}</p>
        <form method="post" action={localised(locale, paths.adminContact)} className="stack">
          <Field
            name="contact"
            label={t('users.contact.label')}
            hint={t('users.contact.hint')}
            value={form.values.contact}
            error={form.errors.contact}
            isFocused={form.errors.contact !== undefined}
            autoComplete="off"
            maxLength={maxContact}
          />
          <SubmitButton>{t('users.contact.save')}</SubmitButton>
        </form>
      </div>
    </AdminLayout>
  )
}
