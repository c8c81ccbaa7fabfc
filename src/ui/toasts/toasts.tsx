import { useLocale } from '../../i18n/context.tsx'
import { useFrame } from '../frame.tsx'

/**
 * Region in which `toasts.browser.ts` shows toasts. It contains texts that the script shows without asking the server.
 */
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
