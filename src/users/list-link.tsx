import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { listAddress, swapsList } from './list-address.ts'
import type { UserList } from './list-query.ts'

export interface ListLinkProps {
  /** Unchanged by swaps, so that the focus stays where it was */
  id: string
  list: UserList
  className?: string
  isCurrent?: boolean
  rel?: string
  children: ReactNode
}

/** A link to another list of users, which takes this one's place. */
export function ListLink({ id, list, className, isCurrent, rel, children }: ListLinkProps) {
  const { locale } = useLocale()
  const address = listAddress(locale, list)
  return (
    <a
      id={id}
      className={className}
      href={address}
      rel={rel}
      aria-current={isCurrent ? 'true' : undefined}
      {...swapsList(address)}
    >
      {children}
    </a>
  )
}
