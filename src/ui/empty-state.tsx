import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  /** Name of the icon, such as `i-lucide-search-x` */
  icon: string
  title: string
  /** Text that suggests what the user can do */
  children?: ReactNode
  /** Whether the placeholder is in a panel, which has a border already */
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
