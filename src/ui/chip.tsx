import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface ChipProps {
  href: string
  icon?: string
  isCurrent?: boolean
  count?: number
  children: ReactNode
}

export function Chip({ href, icon, isCurrent, count, children }: ChipProps) {
  return (
    <a className="chip" href={href} aria-current={isCurrent ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </a>
  )
}
