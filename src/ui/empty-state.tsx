import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  /** `i-lucide-search-x` */
  icon: string
  title: string
  /** Suggests what to do */
  children?: ReactNode
  /** Within a panel, which has its own frame */
  isSmall?: boolean
}

/** Placeholder for a list, a table or a chart while there is nothing to show. */
export function EmptyState({ icon, title, children, isSmall = false }: EmptyStateProps) {
  return (
    <div className={isSmall ? 'empty-state is-small' : 'empty-state'}>
      <Icon name={icon} />
      <p>
        <b>{title}</b>
      </p>
      {children}
    </div>
  )
}
