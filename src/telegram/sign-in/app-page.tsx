import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { AuthLayout } from '../../ui/layouts/auth.tsx'

/**
 * Page that the bot opens inside Telegram, which passes the person's data after the `#`; `mini-app.behavior.ts` submits
 * the data, and shows the current step.
 */
export function AppPage() {
  const { locale, t } = useLocale()
  const outside = localised(locale, paths.login)
  return (
    <AuthLayout title={t('telegramAccount.signInTitle')}>
      <form method="post" action={localised(locale, paths.telegramApp)} data-mini-app>
        <input type="hidden" name="data" />
        <p className="auth-lead" data-mini-app-step="wait">
          {t('telegramAccount.appLead')}
        </p>
        <div data-mini-app-step="ask" hidden>
          <p className="auth-lead">
            {t('telegramAccount.appAsk')} <strong data-mini-app-name />
          </p>
          <SubmitButton>{t('telegramAccount.appEnter')}</SubmitButton>
        </div>
        <div data-mini-app-step="framed" hidden>
          <p className="auth-lead">{t('telegramAccount.appFramed')}</p>
          <button type="button" className="button button-primary">
            {t('telegramAccount.appOpen')}
          </button>
        </div>
      </form>
      <p className="auth-else">
        {t('telegramAccount.appOutside')} <a href={outside}>{t('auth.signIn')}</a>
      </p>
    </AuthLayout>
  )
}
