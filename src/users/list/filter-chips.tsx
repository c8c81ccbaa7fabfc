import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { languageNames, locales } from '../../i18n/locales.ts'
import { changedList } from '../../pages/list-cursor.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import { FilterMenu } from '../../ui/list/list-search.tsx'
import type { Counts } from './counts.ts'
import { links, listParams, roles, statuses, type UserList, usersPlace } from './list-query.ts'

export interface FilterChipsProps {
  list: UserList
  counts: Counts
}

export function FilterChips({ list, counts }: FilterChipsProps) {
  const { locale, t } = useLocale()
  const groups = [
    {
      name: 'role',
      label: t('users.role'),
      values: roles.map((value) => ({ value, label: t(`users.roles.${value}`) })),
    },
    {
      name: 'status',
      label: t('users.status'),
      values: statuses.map((value) => ({ value, label: t(`users.statuses.${value}`) })),
    },
    {
      name: 'telegram',
      label: t('users.telegram'),
      values: links.map((value) => ({ value, label: t(`users.telegrams.${value}`) })),
    },
    {
      name: 'locale',
      label: t('users.locale'),
      values: locales.map((value) => ({ value, label: languageNames[value] })),
    },
  ] as const
  const chosen = groups.filter(({ name }) => list[name] !== undefined).length
  return (
    <FilterMenu of={usersPlace} chosen={chosen}>
      <div className="list-filters">
        {groups.map(({ name, label, values }) => (
          <fieldset key={name} className="list-filter">
            <legend>{label}</legend>
            {[{ value: undefined, label: t('users.all') }, ...values].map(({ value, label: text }) => {
              const count = counts.choices.get(`${name}:${value ?? ''}`)
              return (
                <ListLink
                  key={value ?? ''}
                  id={`filter-${name}-${value ?? 'all'}`}
                  className="list-filter-choice"
                  of={usersPlace}
                  params={listParams(changedList(list, { [name]: value }))}
                  isCurrent={list[name] === value}
                >
                  {text}
                  {count !== undefined && <span className="chip-count">{formatNumber(locale, count)}</span>}
                </ListLink>
              )
            })}
          </fieldset>
        ))}
      </div>
    </FilterMenu>
  )
}
