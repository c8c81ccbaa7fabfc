import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
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
