import { broadcastStates } from '../../db/broadcast-states.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { changedList } from '../../pages/list-cursor.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { ariaSort, ListLink, SortLink } from '../../ui/list/list-link.tsx'
import { ListPages } from '../../ui/list/list-pages.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { FilterMenu, ListSearch } from '../../ui/list/list-search.tsx'
import { scrollRegion } from '../../ui/scroll-region.ts'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { Moment } from '../../users/moment.tsx'
import { NoSender, NotConnected, TokenRefused } from '../sender-notices.tsx'
import { ProgressBar, ReasonWord, StateBadge } from '../state-marks.tsx'
import type { BroadcastLine, BroadcastPage } from './list-queries.ts'
import { type BroadcastList, listParams, listPlace, maxSearch, readList, type Sort } from './list-query.ts'

export interface ListPageProps extends BroadcastListRegionProps {
  isConnected: boolean
  isRefused: boolean
  isUnattended: boolean
  flash: string | undefined
}

export function ListPage({ isConnected, isRefused, isUnattended, flash, ...region }: ListPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <ListHead
        title={t('broadcast.title')}
        acts={
          <Button href={localised(locale, paths.newBroadcast)} icon="i-lucide-plus">
            {t('broadcast.create')}
          </Button>
        }
      />
      <FlashToast>{flash}</FlashToast>
      {!isConnected && <NotConnected />}
      {isRefused && <TokenRefused />}
      {isUnattended && <NoSender />}
      <ListSearch
        of={listPlace}
        search={region.list.search}
        maxLength={maxSearch}
        delayMs={200}
        words={{
          label: 'broadcast.search',
          placeholder: 'broadcast.searchPlaceholder',
          submit: 'broadcast.submit',
          failed: 'broadcast.failedToLoad',
        }}
      />
      <BroadcastListRegion {...region} />
    </AdminLayout>
  )
}

interface BroadcastListRegionProps {
  list: BroadcastList
  page: BroadcastPage
  /** Number of broadcasts by state */
  counts: Map<string, number>
}

export function BroadcastListRegion({ list, page, counts }: BroadcastListRegionProps) {
  const isEmpty = counts.size === 0
  return (
    <ListRegion
      of={listPlace}
      params={listParams(list)}
      searchParams={listParams(changedList(list, {}))}
      className="broadcast-list"
    >
      {!isEmpty && <StateChips list={list} counts={counts} />}
      {isEmpty && <NoneYet />}
      {!isEmpty && page.lines.length === 0 && <NothingFound />}
      {page.lines.length > 0 && <BroadcastTable list={list} lines={page.lines} />}
      <ListPages
        of={listPlace}
        previous={page.previous && listParams(page.previous)}
        next={page.next && listParams(page.next)}
      />
    </ListRegion>
  )
}

function StateChips({ list, counts }: Pick<BroadcastListRegionProps, 'list' | 'counts'>) {
  const { locale, t } = useLocale()
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const there = broadcastStates.filter((state) => counts.has(state) || list.state === state)
  const chips = [
    { state: undefined, label: t('broadcast.all'), count: all },
    ...there.map((state) => ({ state, label: t(`broadcast.states.${state}`), count: counts.get(state) ?? 0 })),
  ]
  return (
    <FilterMenu of={listPlace} chosen={list.state ? 1 : 0}>
      <fieldset className="list-filter">
        <legend className="visually-hidden">{t('broadcast.state')}</legend>
        {chips.map(({ state, label, count }) => (
          <ListLink
            key={state ?? 'all'}
            id={`filter-state-${state ?? 'all'}`}
            className="list-filter-choice"
            of={listPlace}
            params={listParams(changedList(list, { state }))}
            isCurrent={list.state === state}
          >
            {label} <span className="chip-count">{formatNumber(locale, count)}</span>
          </ListLink>
        ))}
      </fieldset>
    </FilterMenu>
  )
}

function NoneYet() {
  const { locale, t } = useLocale()
  return (
    <EmptyState icon="i-lucide-send" title={t('broadcast.none')}>
      <p>{t('broadcast.noneHint')}</p>
      <Button href={localised(locale, paths.newBroadcast)} icon="i-lucide-plus">
        {t('broadcast.create')}
      </Button>
    </EmptyState>
  )
}

function NothingFound() {
  const { t } = useLocale()
  return (
    <EmptyState icon="i-lucide-search-x" title={t('broadcast.nothing')}>
      <ListLink id="broadcasts-reset" of={listPlace} params={listParams(readList({}))}>
        {t('broadcast.reset')}
      </ListLink>
    </EmptyState>
  )
}

function BroadcastTable({ list, lines }: { list: BroadcastList; lines: BroadcastLine[] }) {
  const { t } = useLocale()
  return (
    <div className="broadcast-scroll" {...scrollRegion(t('broadcast.title'))}>
      <table className="broadcast-table">
        <thead>
          <tr>
            <SortHeading list={list} sort="name" />
            <th scope="col">{t('broadcast.state')}</th>
            <th scope="col">{t('broadcast.progress.label')}</th>
            <SortHeading list={list} sort="created" />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ line }: { line: BroadcastLine }) {
  const { locale, t } = useLocale()
  const { id, name, state, reason, scheduledAt } = line
  return (
    <tr data-row>
      <th scope="row">
        <a id={`broadcast-${id}`} data-row-open href={localised(locale, href(paths.broadcast, { id }))}>
          <span className="long-name" title={name}>
            {name}
          </span>
        </a>
      </th>
      <td>
        <StateBadge state={state} />
        {state === 'scheduled' && (
          <span className="badge-note">
            {t('broadcast.startsAt')} <Moment at={scheduledAt} />
          </span>
        )}
        {state === 'paused' && reason !== null && (
          <span className="badge-note">
            <ReasonWord reason={reason} />
          </span>
        )}
      </td>
      <td data-label={t('broadcast.progress.label')}>
        <ProgressBar of={line} isPartial={line.isPartial === 1} />
      </td>
      <td data-label={t('broadcast.sorts.created')}>
        <Moment at={line.createdAt} />
      </td>
    </tr>
  )
}

function SortHeading({ list, sort }: { list: BroadcastList; sort: Sort }) {
  const { t } = useLocale()
  // The first click on a heading sorts times newest first and names from A; a second click reverses the order.
  const isDescending = list.sort === sort ? !list.isDescending : sort === 'created'
  return (
    <th scope="col" aria-sort={ariaSort(list, [sort])}>
      <SortLink
        of={listPlace}
        sort={sort}
        current={list}
        params={listParams(changedList(list, { sort, isDescending }))}
      >
        {t(`broadcast.sorts.${sort}`)}
      </SortLink>
    </th>
  )
}
