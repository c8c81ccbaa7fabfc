import type { SubmittedForm } from '../http/submitted-form.ts'
import { useLocale } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/translate.ts'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

/** Secrets are never written into a page, so the user types them again. */
const secretLabels: Record<string, MessageKey> = {
  password: 'auth.password',
  current: 'account.currentPassword',
  wanted: 'auth.newPassword',
  code: 'auth.code',
}

/** Resends a form that could not be saved, without retyping it. */
export function ResendForm({ action, fields }: SubmittedForm) {
  const { t } = useLocale()
  return (
    <form className="form resend" method="post" action={action}>
      {fields.map(([name, value], at) => {
        const label = secretLabels[name]
        // A name may occur more than once; the list never changes.
        const key = `${at}-${name}`
        if (!label) return <input key={key} type="hidden" name={name} value={value} />
        return <Field key={key} name={name} label={t(label)} type="password" isRequired isPlain autoComplete="off" />
      })}
      <SubmitButton>{t('errors.sendAgain')}</SubmitButton>
    </form>
  )
}
