import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  /** `i-lucide-search-x` */
  icon: string
  title: string
  /** What to do about it */
  children?: ReactNode
  /** Within a panel, which has its own frame */
  isSmall?: boolean
}

/** Stands where a list, a table or a chart would, as long as there is nothing to show. */
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
