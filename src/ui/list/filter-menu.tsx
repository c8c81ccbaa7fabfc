import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../icon.tsx'
import type { ListPlace } from './list-place.ts'

export interface FilterMenuProps {
  of: ListPlace
  chosen: number
  children: ReactNode
}

/** Filters of a list, shown in a row if there is room, or else behind a button. They work without scripts. */
export function FilterMenu({ of, chosen, children }: FilterMenuProps) {
  const { t } = useLocale()
  const id = `${of.name}-filters`
  return (
    <>
      <button type="button" id={`${id}-open`} className="button button-quiet filter-menu-open" popoverTarget={id}>
        <Icon name="i-lucide-list-filter" />
        {t('ui.filters')}
        {chosen > 0 && <span className="chip-count">{chosen}</span>}
      </button>
      <div id={id} className="filter-menu" popover="auto">
        {children}
        <button
          type="button"
          className="button button-quiet filter-menu-close"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          {t('ui.closeMenu')}
        </button>
      </div>
    </>
  )
}
