import type { ReactNode } from 'react'
import { Notice } from '../notice.tsx'

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
