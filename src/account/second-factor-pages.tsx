import { encode } from 'uqr'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AccountLayout } from './account-layout.tsx'
import { UsernameOf } from './link-pages.tsx'
import { RecoverySection } from './recovery-codes-page.tsx'

export interface SecondFactorPageProps {
  form: FormState
  login: string
  codesLeft: number
  canTurnOff: boolean
  flash?: string | undefined
}

export function SecondFactorPage({ form, login, codesLeft, canTurnOff, flash }: SecondFactorPageProps) {
  const { locale, t } = useLocale()
  return (
    <AccountLayout
      part={paths.secondFactor}
      title={t('account.secondFactor')}
      lead={t('account.secondFactorLead')}
      flash={flash}
    >
      <Notice kind="success">{t('account.isOn')}</Notice>
      <RecoverySection codesLeft={codesLeft} />
      <section className="account-section">
        <h2>{t('account.turnOff')}</h2>
        {canTurnOff ? (
          <>
            <p>{t('account.turnOffHint')}</p>
            <FormProblem text={form.problem} />
            <form className="form" method="post" action={localised(locale, paths.secondFactorRemoval)}>
              <UsernameOf login={login} />
              <PasswordField
                name="password"
                label={t('account.currentPassword')}
                error={form.errors.password}
                isFocused={form.errors.password !== undefined}
              />
              <SubmitButton kind="danger">{t('account.turnOff')}</SubmitButton>
            </form>
          </>
        ) : (
          <p>{t('account.keptOn')}</p>
        )}
      </section>
    </AccountLayout>
  )
}

export interface SecondFactorSetupPageProps {
  form: FormState
  action: string
  /** URL that the QR code contains */
  address: string
  readableKey: string
  /** Secret key, sealed so that the browser cannot read it */
  sealedKey: string
  isNeeded: boolean
  hasPasskeys: boolean
  passkeysHref: string
  flash?: string | undefined
}

export function SecondFactorSetupPage(props: SecondFactorSetupPageProps) {
  const { t } = useLocale()
  const { form, action, address, readableKey, sealedKey, isNeeded, hasPasskeys, passkeysHref, flash } = props
  return (
    <AccountLayout
      part={paths.secondFactor}
      title={t('account.secondFactor')}
      lead={t('account.secondFactorLead')}
      flash={flash}
    >
      {hasPasskeys && <Notice kind="success">{t('account.isOnByPasskey')}</Notice>}
      {isNeeded && <Notice kind="warning">{t('account.secondFactorNeeded')}</Notice>}
      <div className="factor-setup">
        <QrCode text={address} label={t('account.qr')} />
        <div>
          <p>{t('account.scan')}</p>
          <p className="factor-key">
            {t('account.typeKey')} <code>{readableKey}</code>
          </p>
          <form className="form" method="post" action={action}>
            <input type="hidden" name="key" value={sealedKey} />
            <Field
              name="code"
              label={t('account.firstCode')}
              error={form.errors.code}
              hint={t('account.firstCodeHint')}
              isFocused={form.errors.code !== undefined}
              isRequired
              isPlain
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={12}
            />
            <SubmitButton icon="i-lucide-shield-check">{t('account.turnOn')}</SubmitButton>
          </form>
          {!hasPasskeys && (
            <p className="auth-else">
              <a href={passkeysHref}>{t('passkeys.insteadOfCodes')}</a>
            </p>
          )}
        </div>
      </div>
    </AccountLayout>
  )
}

interface QrCodeProps {
  text: string
  label: string
}

/** Draws a QR code as one path of squares, dark on light in both color modes: some cameras cannot read the inverse. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr-code-paper" width={size} height={size} />
      <path d={squares.join('')} />
    </svg>
  )
}
