import { useLocale } from '../i18n/context.tsx'
import { formatNumber } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { MarketState } from '../market/asset-state.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListLink } from '../ui/list/list-link.tsx'
import { ListPages } from '../ui/list/list-pages.tsx'
import { addressOf } from '../ui/list/list-place.ts'
import { ListRegion } from '../ui/list/list-region.tsx'
import { type AssetLine, arrangeLines, countSets, findAssets, type PricelessAsset } from './asset-line.ts'
import { AssetTable } from './asset-table.tsx'
import {
  assetsPlace,
  changedParams,
  type AssetList as List,
  listParams,
  pageSpan,
  readList,
  type ShownSet,
  shownSets,
} from './list-query.ts'
import { RangeChips, Screener } from './screener-form.tsx'
import type { ListSettings } from './settings.ts'
import type { Watchlist } from './watchlists/queries.ts'

export interface AssetListProps {
  state: MarketState
  list: List
  /** All assets; `list` determines which of them are shown */
  lines: AssetLine[]
  priceless: PricelessAsset[]
  /** Number of all assets of the market, including those without a price, which have no line yet */
  total: number
  settings: ListSettings
  /** The user's watchlists */
  watchlists: Watchlist[]
}

/** The file has the query of the list. */
const csvPlace = { ...assetsPlace, path: paths.enigmaCsv }

/** Region of the page that changes: the sets with their counts, and the rows. */
export function AssetList({ list: asked, lines, priceless, total, settings, watchlists, state }: AssetListProps) {
  const { locale, t } = useLocale()
  const shown = arrangeLines(lines, asked)
  const without = findAssets(priceless, asked)
  const found = shown.length + without.length
  const { page, from, to } = pageSpan(found, asked.page)
  const list = { ...asked, page }
  const rows = {
    lines: shown.slice(from, to),
    priceless: without.slice(Math.max(0, from - shown.length), Math.max(0, to - shown.length)),
  }
  const isPartial = lines.length + priceless.length < total
  return (
    <ListRegion
      of={assetsPlace}
      params={listParams(list)}
      searchParams={changedParams(list, {})}
      className="asset-list"
      isPartial={isPartial}
    >
      <div className="asset-list-bar">
        <Sets list={list} assets={[...lines, ...priceless]} />
        <WatchlistChips list={list} watchlists={watchlists} />
        <div className="asset-list-acts">
          <p className="list-total" role="status">
            {t('enigma.total', { total: found, shown: formatNumber(locale, found) })}
          </p>
          <Screener list={list} />
          <a className="button button-quiet" href={addressOf(locale, csvPlace, changedParams(list, {}))} download>
            <Icon name="i-lucide-download" />
            {t('enigma.csv')}
          </a>
        </div>
      </div>
      <RangeChips list={list} />
      {found > 0 ? (
        <AssetTable list={list} {...rows} state={state} settings={settings} />
      ) : (
        <Nothing list={list} hasData={lines.length + priceless.length > 0 || list.watchlist !== undefined} />
      )}
      <ListPages
        of={assetsPlace}
        previous={page > 1 ? listParams({ ...list, page: page - 1 }) : undefined}
        next={to < found ? listParams({ ...list, page: page + 1 }) : undefined}
      >
        {t('enigma.rows', {
          from: formatNumber(locale, from + 1),
          to: formatNumber(locale, to),
          total: formatNumber(locale, found),
        })}
      </ListPages>
    </ListRegion>
  )
}

interface WatchlistChipsProps {
  list: List
  watchlists: Watchlist[]
}

function WatchlistChips({ list, watchlists }: WatchlistChipsProps) {
  const { locale, t } = useLocale()
  const choices = watchlists.length === 0 ? [] : [{ id: undefined, name: t('watchlists.any') }, ...watchlists]
  return (
    <nav className="chips watchlist-chips" aria-label={t('watchlists.chips')}>
      {choices.map(({ id, name }) => (
        <ListLink
          key={id ?? ''}
          id={`list-${id ?? 'all'}`}
          className="chip"
          of={assetsPlace}
          params={changedParams(list, { watchlist: id })}
          isCurrent={list.watchlist === id}
        >
          {name}
        </ListLink>
      ))}
      <a className="chip" href={localised(locale, paths.watchlists)}>
        <Icon name="i-lucide-list-plus" />
        {t('watchlists.manage')}
      </a>
    </nav>
  )
}

const setIcons: Record<ShownSet, string> = {
  all: 'i-lucide-layers',
  favourites: 'i-lucide-star',
  gainers: 'i-lucide-trending-up',
  losers: 'i-lucide-trending-down',
}

function Sets({ list, assets }: { list: List; assets: Parameters<typeof countSets>[0] }) {
  const { t } = useLocale()
  const counts = countSets(assets, list)
  return (
    <nav className="chips" aria-label={t('enigma.setsLabel')}>
      {shownSets.map((set) => (
        <ListLink
          key={set}
          id={`set-${set}`}
          className="chip"
          of={assetsPlace}
          params={changedParams(list, { shown: set })}
          isCurrent={list.shown === set}
        >
          <Icon name={setIcons[set]} />
          {t(`enigma.sets.${set}`)}
          <SetCount of={set} count={counts[set]} />
        </ListLink>
      ))}
    </nav>
  )
}

export interface SetCountProps {
  of: ShownSet
  count: number
  /** Whether the count is sent beside another fragment: htmx then puts it in place of the list's own count */
  isCompanion?: boolean
}

export function SetCount({ of, count, isCompanion }: SetCountProps) {
  return (
    <span id={`set-count-${of}`} className="chip-count" {...(isCompanion && { 'hx-swap-oob': 'true' })}>
      {count}
    </span>
  )
}

function Nothing({ list, hasData }: { list: List; hasData: boolean }) {
  const { locale, t } = useLocale()
  if (!hasData) {
    return (
      <EmptyState icon="i-lucide-hourglass" title={t('enigma.noData')}>
        <p>{t('enigma.noDataText')}</p>
      </EmptyState>
    )
  }
  const isNarrowed = Object.keys(list.ranges).length > 0
  const why = {
    all: list.watchlist && t('watchlists.nothing'),
    favourites: t('enigma.nothingFavourites'),
    gainers: t('enigma.nothingGainers'),
    losers: t('enigma.nothingLosers'),
  }[list.shown]
  return (
    <EmptyState icon="i-lucide-search-x" title={(list.search === '' && !isNarrowed && why) || t('enigma.nothing')}>
      <p>
        {(isNarrowed || list.search !== '') && `${t(isNarrowed ? 'enigma.nothingRange' : 'enigma.nothingHint')} `}
        <ListLink id="assets-reset" of={assetsPlace} params={listParams(readList({}, locale))}>
          {t('enigma.reset')}
        </ListLink>
        .
      </p>
    </EmptyState>
  )
}
