import type { ReactNode } from 'react'
import { focusOf } from './field.tsx'
import { Icon } from './icon.tsx'

export interface NoticeProps {
  id?: string
  kind: 'success' | 'error' | 'warning'
  /** Whether the notice takes the focus when the page has loaded, so that screen readers read it first */
  isFocused?: boolean
  children: ReactNode
}

const icons = { success: 'i-lucide-circle-check', error: 'i-lucide-circle-alert', warning: 'i-lucide-triangle-alert' }

export function Notice({ id, kind, isFocused = false, children }: NoticeProps) {
  const focus = isFocused ? { ...focusOf(true), tabIndex: -1 } : {}
  return (
    <div {...focus} id={id} className={`notice notice-${kind}`} role={kind === 'success' ? 'status' : 'alert'}>
      <Icon name={icons[kind]} />
      <div>{children}</div>
    </div>
  )
}

/**
 * Message that figures are outdated. `failed-read.browser.ts` shows it while a part of the page cannot be refreshed.
 */
export function FailedRead({ children }: { children: ReactNode }) {
  return (
    <div className="notice notice-warning" role="alert" data-failed-read hidden>
      <Icon name="i-lucide-triangle-alert" />
      <p>{children}</p>
    </div>
  )
}
