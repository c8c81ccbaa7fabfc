import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

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
