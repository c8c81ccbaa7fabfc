import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../icon.tsx'
import { addressOf, type ListPlace, listSwapAttributes } from './list-place.ts'

export interface ListLinkProps {
  /** ID of the link, which is the same after a swap, so that the link keeps the focus */
  id: string
  of: ListPlace
  params: URLSearchParams
  className?: string
  title?: string | undefined
  isCurrent?: boolean
  rel?: string
  children: ReactNode
}

export function ListLink({ of, params, isCurrent, children, ...link }: ListLinkProps) {
  const { locale } = useLocale()
  const address = addressOf(locale, of, params)
  return (
    <a {...link} href={address} aria-current={isCurrent ? 'true' : undefined} {...listSwapAttributes(of, address)}>
      {children}
    </a>
  )
}

export interface SortLinkProps {
  of: ListPlace
  sort: string
  current: { sort?: string | undefined; isDescending: boolean }
  params: URLSearchParams
  title?: string | undefined
  children: ReactNode
}

export function SortLink({ of, sort, current, params, title, children }: SortLinkProps) {
  const isCurrent = current.sort === sort
  const arrow = current.isDescending ? 'i-lucide-arrow-down' : 'i-lucide-arrow-up'
  return (
    <ListLink id={`sort-${sort}`} className="list-sort" of={of} params={params} title={title} isCurrent={isCurrent}>
      {children}
      <Icon name={isCurrent ? arrow : 'i-lucide-chevrons-up-down'} />
    </ListLink>
  )
}

export function ariaSort({ sort, isDescending }: SortLinkProps['current'], sorts: readonly string[]) {
  if (sort === undefined || !sorts.includes(sort)) return undefined
  return isDescending ? 'descending' : 'ascending'
}
