import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { useFrame } from '../frame.tsx'
import { Notice } from '../notice.tsx'

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

export interface FlashToastProps {
  children: ReactNode
  /** Time for which the user can act on the message, for example undo, ms; the toast stays as long */
  forMs?: number
  /** Whether the message gets the focus without scripts, so that screen readers read it first */
  isFocused?: boolean
}

/**
 * Shows the result of a submitted form: as a toast, or without scripts as a notice at the top of the page that screen
 * readers read first.
 */
export function FlashToast({ children, forMs, isFocused = true }: FlashToastProps) {
  if (!children) return null
  return (
    <div className="flash" data-flash data-for-ms={forMs}>
      <Notice kind="success" isFocused={isFocused}>
        {children}
      </Notice>
    </div>
  )
}
