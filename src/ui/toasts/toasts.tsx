import { useLocale } from '../../i18n/context.tsx'
import { useFrame } from '../frame.tsx'

/** Where `toasts.browser.ts` shows what has just happened, and the words that it says without asking the server. */
export function Toasts() {
  const { isApp } = useFrame()
  const { t } = useLocale()
  const words = isApp && {
    'data-offline': t('ui.actOffline'),
    'data-refused': t('ui.actRefused'),
    'data-unsaved': t('ui.unsaved'),
  }
  return (
    <section className="toasts" aria-label={t('ui.toasts')} data-toasts data-close={t('ui.toastClose')} {...words} />
  )
}
