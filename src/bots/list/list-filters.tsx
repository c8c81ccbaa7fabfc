import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { FilterMenu } from '../../ui/list/list-search.tsx'
import { strategies } from '../strategies/catalog.ts'
import { type BotLine, findLines } from './bot-line.ts'
import { type BotList, botsPlace, listParams, lives, views } from './list-query.ts'

export interface ListFiltersProps {
  list: BotList
  lines: readonly BotLine[]
}

interface Choice {
  value: string | undefined
  text: string
}

/** Filters by state, strategy and pair, each with the number of bots it gives. Hides choices without results. */
export function ListFilters({ list, lines }: ListFiltersProps) {
  const { t } = useLocale()
  const pairs = new Map(lines.map(({ asset, pair }) => [asset, pair]))
  const chosen = [list.life, list.strategy, list.asset].filter((each) => each !== undefined).length
  return (
    <FilterMenu of={botsPlace} chosen={chosen}>
      <div className="list-filters">
        <Chips
          name="life"
          label={t('botList.state')}
          choices={lives.map((value) => ({ value, text: t(`botList.lives.${value}`) }))}
          list={list}
          lines={lines}
        />
        <Chips
          name="strategy"
          label={t('botList.strategy')}
          choices={strategies.map(({ id }) => ({ value: id, text: t(`bots.strategies.${id as 'dca'}`) }))}
          list={list}
          lines={lines}
        />
        <Chips
          name="asset"
          label={t('botList.asset')}
          choices={[...pairs].toSorted().map(([value, text]) => ({ value, text }))}
          list={list}
          lines={lines}
        />
        <fieldset className="list-filter">
          <legend>{t('botList.view')}</legend>
          {views.map((view) => (
            <ListLink
              key={view}
              id={`view-${view}`}
              className="list-filter-choice"
              of={botsPlace}
              params={listParams({ ...list, view: list.view === view ? undefined : view })}
              isCurrent={list.view === view}
            >
              <Icon name={view === 'table' ? 'i-lucide-table-2' : 'i-lucide-layout-grid'} />
              {t(`botList.views.${view}`)}
            </ListLink>
          ))}
        </fieldset>
      </div>
    </FilterMenu>
  )
}

interface ChipsProps extends ListFiltersProps {
  name: 'life' | 'strategy' | 'asset'
  label: string
  choices: readonly Choice[]
}

function Chips({ name, label, choices, list, lines }: ChipsProps) {
  const { t } = useLocale()
  const counted = [{ value: undefined, text: t('botList.any') }, ...choices].map(({ value, text }) => ({
    value,
    text,
    count: findLines(lines, { ...list, [name]: value }).length,
  }))
  const offered = counted.filter(({ value, count }) => count > 0 || value === undefined || list[name] === value)
  if (offered.length <= 2 && list[name] === undefined) return null
  return (
    <fieldset className="list-filter">
      <legend>{label}</legend>
      {offered.map(({ value, text, count }) => (
        <ListLink
          key={value ?? ''}
          id={`filter-${name}-${value ?? 'any'}`}
          className="list-filter-choice"
          of={botsPlace}
          params={listParams({ ...list, [name]: value })}
          isCurrent={list[name] === value}
        >
          {text}
          <span className="chip-count">{count}</span>
        </ListLink>
      ))}
    </fieldset>
  )
}
