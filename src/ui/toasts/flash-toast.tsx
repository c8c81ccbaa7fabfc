import type { ReactNode } from 'react'
import { Notice } from '../notice.tsx'

export interface FlashToastProps {
  children: ReactNode
  /** How long it can be acted upon, ms; it stays as long */
  forMs?: number
  /** Whether it is focused, and so read out first, without scripts */
  isFocused?: boolean
}

/** Result of a submitted form: a toast, or without scripts a notice at the top of the page that is read out first. */
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
