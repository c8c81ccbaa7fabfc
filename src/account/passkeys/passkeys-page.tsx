import type { PasskeyRow } from '../../auth/passkey/passkey-queries.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { FormProblem } from '../../pages/form-problem.tsx'
import type { FormState } from '../../pages/form-state.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountLayout } from '../account-layout.tsx'
import { RecoverySection } from '../recovery-codes-page.tsx'
import { PasskeyForm } from './passkey-form.tsx'

export interface PasskeysPageProps {
  passkeys: PasskeyRow[]
  codesLeft: number
  form: FormState
  action: string
  suggestedName: string
  flash?: string | undefined
}

const maxName = 60

export function PasskeysPage({ passkeys, codesLeft, form, action, suggestedName, flash }: PasskeysPageProps) {
  const { t } = useLocale()
  return (
    <AccountLayout part={paths.passkeys} title={t('passkeys.title')} lead={t('passkeys.lead')} flash={flash}>
      <FormProblem text={form.problem} />
      {passkeys.length > 0 && (
        <ul className="session-list">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <section className="account-section">
        <h2>{t('passkeys.addTitle')}</h2>
        <p>{t('passkeys.addHint')}</p>
        <PasskeyForm use="add" action={action}>
          <Field
            name="name"
            label={t('passkeys.name')}
            value={suggestedName}
            hint={t('passkeys.nameHint')}
            autoComplete="off"
            maxLength={maxName}
          />
          <SubmitButton icon="i-lucide-fingerprint">{t('passkeys.add')}</SubmitButton>
        </PasskeyForm>
      </section>
      {passkeys.length > 0 && <RecoverySection codesLeft={codesLeft} />}
    </AccountLayout>
  )
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: PasskeyRow }) {
  const { locale, t } = useLocale()
  const used =
    lastUsedAt === null ? t('passkeys.neverUsed') : t('passkeys.used', { when: formatTime(locale, lastUsedAt) })
  return (
    <li>
      <Icon name="i-lucide-fingerprint" />
      <div>
        <p className="session-device">
          <b>{name}</b>
        </p>
        <p className="field-hint">
          {t('passkeys.created', { when: formatTime(locale, createdAt) })} · {used}
        </p>
        <details className="passkey-rename">
          <summary aria-label={t('passkeys.renameOf', { name })}>{t('passkeys.rename')}</summary>
          <form method="post" action={localised(locale, paths.passkeyName)}>
            <input type="hidden" name="id" value={id} />
            <input
              name="name"
              defaultValue={name}
              aria-label={t('passkeys.name')}
              autoComplete="off"
              maxLength={maxName}
              required
            />
            <SubmitButton kind="quiet">{t('passkeys.save')}</SubmitButton>
          </form>
        </details>
      </div>
      <form method="post" action={localised(locale, paths.passkeyRemoval)}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton kind="quiet" label={t('passkeys.removeOf', { name })}>
          {t('passkeys.remove')}
        </SubmitButton>
      </form>
    </li>
  )
}
