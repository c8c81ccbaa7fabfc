import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface ButtonProps {
  /** Where it leads: a button that goes somewhere is a link. */
  href: string
  kind?: 'primary' | 'quiet'
  size?: 'medium' | 'large'
  /** Drawn before the words. */
  icon?: string
  /** Drawn after the words. */
  iconAfter?: string
  children: ReactNode
}

/** A link with the weight of a button. */
export function Button({ href, kind = 'primary', size = 'medium', icon, iconAfter, children }: ButtonProps) {
  return (
    <a className={`button button-${kind} button-${size}`} href={href}>
      {icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} className="button-after" />}
    </a>
  )
}
