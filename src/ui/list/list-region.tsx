import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { addressOf, type ListPlace, listSwapAttributes } from './list-place.ts'

export interface ListRegionProps {
  of: ListPlace
  params: URLSearchParams
  /** Query parameters that stay when the user searches; all by default */
  searchParams?: URLSearchParams
  className: string
  /** Whether rows are still missing and will be loaded by themselves */
  isPartial?: boolean
  children: ReactNode
}

/**
 * Part of the page that contains the list and is swapped; the event `list-refresh` reloads it. Its script is
 * `list.behavior.ts`.
 */
export function ListRegion({ of, params, searchParams = params, className, isPartial, children }: ListRegionProps) {
  const { locale } = useLocale()
  const address = addressOf(locale, of, params)
  return (
    <div
      id={`${of.name}-list`}
      className={className}
      data-list={of.name}
      data-address={address}
      data-is-partial={isPartial || undefined}
      {...listSwapAttributes(of, address)}
      hx-trigger="list-refresh"
    >
      {/* The hidden fields belong to the search form and change with the list. */}
      {[...searchParams]
        .filter(([name]) => name !== 'q')
        .map(([name, value]) => (
          <input key={name} type="hidden" form={`${of.name}-search`} name={name} value={value} />
        ))}
      {children}
    </div>
  )
}
