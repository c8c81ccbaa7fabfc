import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { AuthLayout } from '../../ui/layouts/auth.tsx'

/**
 * Opened by the bot inside Telegram, which says behind the `#` who has opened it; `mini-app.behavior.ts` sends that.
 * Inside the page of Telegram Web nobody can be signed in: browsers keep cookies from frames of other sites.
 */
export function AppPage() {
  const { locale, t } = useLocale()
  const outside = localised(locale, paths.login)
  return (
    <AuthLayout title={t('telegramAccount.signInTitle')}>
      <form method="post" action={localised(locale, paths.telegramApp)} data-mini-app>
        <input type="hidden" name="data" />
        <p className="auth-lead">{t('telegramAccount.appLead')}</p>
      </form>
      <div data-mini-app-framed hidden>
        <p className="auth-lead">{t('telegramAccount.appFramed')}</p>
        <button type="button" className="button button-primary">
          {t('telegramAccount.appOpen')}
        </button>
      </div>
      <p className="auth-else">
        {t('telegramAccount.appOutside')} <a href={outside}>{t('auth.signIn')}</a>
      </p>
    </AuthLayout>
  )
}
