import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { ListLink } from './list-link.tsx'
import type { ListPlace } from './list-place.ts'

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
