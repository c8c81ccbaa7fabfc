import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { addressOf, type ListPlace, listSwapAttributes } from './list-place.ts'

export interface ListRegionProps {
  of: ListPlace
  params: URLSearchParams
  /** Parameters that a search keeps; all by default */
  searchParams?: URLSearchParams
  className: string
  /** Whether missing rows will arrive by themselves */
  isPartial?: boolean
  children: ReactNode
}

/** The part of the page that is swapped; the event `list-refresh` reloads it. Its script is `list.behavior.ts`. */
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
      {/* These fields belong to the search form and change with the list. */}
      {[...searchParams]
        .filter(([name]) => name !== 'q')
        .map(([name, value]) => (
          <input key={name} type="hidden" form={`${of.name}-search`} name={name} value={value} />
        ))}
      {children}
    </div>
  )
}
