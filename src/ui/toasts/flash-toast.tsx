import type { ReactNode } from 'react'
import { Notice } from '../notice.tsx'

export interface FlashToastProps {
  children: ReactNode
  /** How long it can be answered, ms; it stays as long */
  forMs?: number
  /** Whether it is read out first where no script runs */
  isFocused?: boolean
}

/** What a form has done: a toast where scripts run, elsewhere a notice at the top of the page that is read out first. */
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
