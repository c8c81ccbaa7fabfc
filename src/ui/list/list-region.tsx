import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { addressOf, type ListPlace, swapsList } from './list-place.ts'

export interface ListRegionProps {
  of: ListPlace
  params: URLSearchParams
  /** What a search keeps of them; all unless given */
  kept?: URLSearchParams
  className: string
  /** Whether rows are still missing that will come without being asked for */
  isPartial?: boolean
  children: ReactNode
}

/** The part of the page that changes; `list-refresh` on it asks for it anew. Its script is `list.behavior.ts`. */
export function ListRegion({ of, params, kept = params, className, isPartial, children }: ListRegionProps) {
  const { locale } = useLocale()
  const address = addressOf(locale, of, params)
  return (
    <div
      id={`${of.name}-list`}
      className={className}
      data-list={of.name}
      data-address={address}
      data-is-partial={isPartial || undefined}
      {...swapsList(of, address)}
      hx-trigger="list-refresh"
    >
      {/* They belong to the search form, and change with the list. */}
      {[...kept]
        .filter(([name]) => name !== 'q')
        .map(([name, value]) => (
          <input key={name} type="hidden" form={`${of.name}-search`} name={name} value={value} />
        ))}
      {children}
    </div>
  )
}
