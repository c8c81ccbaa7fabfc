import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'

export interface ConfirmProps {
  id?: string
  className: string
  /** Text of the button that opens the question */
  label: ReactNode
  children: ReactNode
}

/** Asks the user for confirmation in a dialog, or below its button without scripts. */
export function Confirm({ id, className, label, children }: ConfirmProps) {
  const { t } = useLocale()
  return (
    <details id={id} className={className} data-confirm={t('ui.cancel')}>
      <summary className="button button-quiet">{label}</summary>
      {children}
    </details>
  )
}
