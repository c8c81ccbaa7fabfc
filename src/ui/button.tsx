import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface ButtonProps {
  href: string
  kind?: 'primary' | 'quiet'
  size?: 'medium' | 'large'
  icon?: string
  iconAfter?: string
  children: ReactNode
}

export function Button({ href, kind = 'primary', size = 'medium', icon, iconAfter, children }: ButtonProps) {
  return (
    <a className={`button button-${kind} button-${size}`} href={href}>
      {icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} className="button-after" />}
    </a>
  )
}
