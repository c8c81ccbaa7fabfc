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

export interface SubmitButtonProps {
  kind?: 'primary' | 'quiet' | 'danger'
  icon?: string
  name?: string
  value?: string
  /** Accessible name of the button, for users of screen readers who hear it without its context */
  label?: string
  children: ReactNode
}

export function SubmitButton({ kind = 'primary', icon, name, value, label, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={`button button-${kind}`} name={name} value={value} aria-label={label}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
