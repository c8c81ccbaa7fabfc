import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'

export interface ConfirmProps {
  id?: string
  className: string
  /** What it is about, on the button that opens it */
  label: ReactNode
  children: ReactNode
}

/** Asks again: in a dialog, or below its button where no script runs. */
export function Confirm({ id, className, label, children }: ConfirmProps) {
  const { t } = useLocale()
  return (
    <details id={id} className={className} data-confirm={t('ui.cancel')}>
      <summary className="button button-quiet">{label}</summary>
      {children}
    </details>
  )
}
