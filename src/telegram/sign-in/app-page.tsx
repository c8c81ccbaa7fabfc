import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { AuthLayout } from '../../ui/layouts/auth.tsx'

/** Opened by the bot inside Telegram, which says behind the `#` who has opened it; `mini-app.behavior.ts` sends that. */
export function AppPage() {
  const { locale, t } = useLocale()
  const outside = localised(locale, paths.login)
  return (
    <AuthLayout title={t('telegramAccount.signInTitle')} lead={t('telegramAccount.appLead')}>
      <form method="post" action={localised(locale, paths.telegramApp)} data-mini-app>
        <input type="hidden" name="data" />
      </form>
      <p className="auth-else">
        {t('telegramAccount.appOutside')} <a href={outside}>{t('auth.signIn')}</a>
      </p>
    </AuthLayout>
  )
}
