import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type AssetLine, arrangeLines, countSets } from './asset-line.ts'
import { AssetTable } from './asset-table.tsx'
import { FeedNotice, type FeedNoticeProps } from './feed-notice.tsx'
import { listAddress, swapsList } from './list-address.ts'
import { type AssetList as List, listParams, readList, type ShownSet, shownSets } from './list-query.ts'
import type { ListSettings } from './settings.ts'

export interface AssetListProps extends FeedNoticeProps {
  list: List
  /** All there are; what is shown of them is the list's own choice */
  lines: AssetLine[]
  /** How many assets the market has: those without a price yet have no line */
  total: number
  settings: ListSettings
}

/** The region that changes: what is wrong with the source, sets of assets, how many there are, rows. */
export function AssetList({ list, lines, total, settings, state }: AssetListProps) {
  const { locale, t } = useLocale()
  const shown = arrangeLines(lines, list)
  const address = listAddress(locale, list)
  return (
    <div
      id="asset-list"
      className="asset-list"
      data-address={address}
      {...swapsList(address)}
      hx-trigger="asset-refresh"
      data-is-partial={lines.length < total || undefined}
    >
      <ListFields list={list} />
      <FeedNotice state={state} />
      <div className="asset-list-bar">
        <Sets list={list} lines={lines} />
        <p className="asset-total" role="status">
          {t('enigma.total', { total: shown.length, shown: formatNumber(locale, shown.length) })}
        </p>
      </div>
      {shown.length > 0 ? (
        <AssetTable list={list} lines={shown} settings={settings} />
      ) : (
        <Nothing list={list} hasData={lines.length > 0} />
      )}
    </div>
  )
}

/** What a search keeps of the list it narrows; the fields belong to the search form, and change with the list. */
function ListFields({ list }: { list: List }) {
  const params = [...listParams(list)].filter(([name]) => name !== 'q')
  return params.map(([name, value]) => <input key={name} type="hidden" form="asset-search" name={name} value={value} />)
}

const setIcons: Record<ShownSet, string> = {
  all: 'i-lucide-layers',
  favourites: 'i-lucide-star',
  gainers: 'i-lucide-trending-up',
  losers: 'i-lucide-trending-down',
}

function Sets({ list, lines }: { list: List; lines: AssetLine[] }) {
  const { locale, t } = useLocale()
  const counts = countSets(lines, list.search)
  return (
    <nav className="chips" aria-label={t('enigma.setsLabel')}>
      {shownSets.map((set) => {
        const address = listAddress(locale, { ...list, shown: set })
        return (
          <a
            key={set}
            id={`set-${set}`}
            className="chip"
            href={address}
            aria-current={list.shown === set ? 'true' : undefined}
            {...swapsList(address)}
          >
            <Icon name={setIcons[set]} />
            {t(`enigma.sets.${set}`)}
            <span className="chip-count">{counts[set]}</span>
          </a>
        )
      })}
    </nav>
  )
}

function Nothing({ list, hasData }: { list: List; hasData: boolean }) {
  const { locale, t } = useLocale()
  if (!hasData) {
    return (
      <div className="asset-nothing">
        <Icon name="i-lucide-hourglass" />
        <p>
          <b>{t('enigma.noData')}</b>
        </p>
        <p>{t('enigma.noDataText')}</p>
      </div>
    )
  }
  const address = listAddress(locale, readList({}))
  const why = {
    all: undefined,
    favourites: t('enigma.nothingFavourites'),
    gainers: t('enigma.nothingGainers'),
    losers: t('enigma.nothingLosers'),
  }[list.shown]
  return (
    <div className="asset-nothing">
      <Icon name="i-lucide-search-x" />
      <p>
        <b>{(list.search === '' && why) || t('enigma.nothing')}</b>
      </p>
      <p>
        {list.search !== '' && `${t('enigma.nothingHint')} `}
        <a id="assets-reset" href={address} {...swapsList(address)}>
          {t('enigma.reset')}
        </a>
        .
      </p>
    </div>
  )
}
