import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { Icon } from '../icon.tsx'
import { type ListPlace, listSwapAttributes } from './list-place.ts'

export interface ListSearchProps {
  of: ListPlace
  search: string
  maxLength: number
  delayMs: number
  words: { label: MessageKey; placeholder: MessageKey; submit: MessageKey; failed: MessageKey }
  /** Whether the search is the main purpose of the page */
  isMain?: boolean
  children?: ReactNode
}

export function ListSearch({ of: place, search, maxLength, delayMs, words, isMain, children }: ListSearchProps) {
  const { locale, t } = useLocale()
  const { name, path } = place
  const action = localised(locale, path)
  return (
    <div className="list-search">
      <div className="list-tools">
        <search>
          <form
            id={`${name}-search`}
            action={action}
            {...listSwapAttributes(place, action)}
            hx-trigger={`input delay:${delayMs}ms, submit`}
          >
            <Icon name="i-lucide-search" />
            <input
              id={`${name}-search-field`}
              type="search"
              name="q"
              defaultValue={search}
              placeholder={t(words.placeholder)}
              aria-label={t(words.label)}
              aria-controls={`${name}-list`}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={maxLength}
            />
            <button type="submit" className={`button ${isMain ? 'button-primary' : 'button-quiet'}`}>
              {t(words.submit)}
            </button>
          </form>
        </search>
        {children}
      </div>
      <p className="form-problem" role="alert" data-list-failed hidden>
        {t(words.failed)}
      </p>
    </div>
  )
}

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
