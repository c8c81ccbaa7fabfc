import { useLocale } from '../i18n/context.tsx'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import type { MarketState } from '../market/asset-state.ts'
import { ariaSort, SortLink } from '../ui/list/list-link.tsx'
import { scrollRegion } from '../ui/scroll-region.ts'
import type { AssetLine, PricelessAsset } from './asset-line.ts'
import { AssetRow, cellClass, PricelessRow } from './asset-row.tsx'
import { type AssetList, assetsPlace, changedParams, listPath, type Sort } from './list-query.ts'
import { definitionOf } from './screener-words.ts'
import { type Column, columns, type ListSettings } from './settings.ts'

export interface AssetTableProps {
  list: AssetList
  lines: AssetLine[]
  priceless: PricelessAsset[]
  state: MarketState
  settings: ListSettings
}

/** Table of assets with sortable headings. On narrow screens, or if the user has chosen cards, rows are cards. */
export function AssetTable({ list, lines, priceless, state, settings: { view, columns: chosen } }: AssetTableProps) {
  const { t } = useLocale()
  const words = assetStatusWords(t)
  const columns = columnsOf(list, chosen)
  const shared = { columns, asked: columns.filter((column) => isAsked(list, column)), star: starOf(list) }
  const rowOf = (asset: string) => ({ standing: assetStatusOf(state, asset, words), ...shared })
  const isWide = columns.length > 5
  const width = columns.length > 6 ? ' is-wide is-wider' : isWide ? ' is-wide' : ''
  const table = (
    <table className={`asset-table asset-table-${view}${width}`}>
      <caption className="visually-hidden">{t('enigma.table')}</caption>
      <thead>
        <tr>
          <td className="asset-star" />
          <SortHeading list={list} sort="asset" />
          <SortHeading list={list} sort="price" />
          {columns.map((column) =>
            column === 'spark' ? (
              <th key={column} scope="col" className="asset-spark">
                <span>{t('enigma.spark')}</span>
              </th>
            ) : (
              <SortHeading key={column} list={list} sort={column} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <AssetRow key={line.asset} line={line} {...rowOf(line.asset)} />
        ))}
        {priceless.map((asset) => (
          <PricelessRow key={asset.asset} asset={asset} {...rowOf(asset.asset)} />
        ))}
      </tbody>
    </table>
  )
  if (!isWide) return table
  return (
    <div className="asset-table-scroll" {...scrollRegion(t('enigma.table'))}>
      {table}
    </div>
  )
}

/** In the list of favorites, an unstarred row disappears, so the whole list is replaced. */
function starOf(list: AssetList) {
  return { back: listPath(list), target: list.shown === 'favourites' ? `#${assetsPlace.name}-list` : undefined }
}

/** The chosen columns, and those by which the list is sorted or filtered: a link shows the figures that it is about. */
function columnsOf(list: AssetList, chosen: readonly Column[]): Column[] {
  return columns.filter((column) => chosen.includes(column) || isAsked(list, column))
}

function isAsked({ sort, ranges }: AssetList, column: Column): boolean {
  return column === sort || (column in ranges && ranges[column as keyof typeof ranges] !== undefined)
}

interface SortHeadingProps {
  list: AssetList
  sort: Sort
}

function SortHeading({ list, sort }: SortHeadingProps) {
  const { t } = useLocale()
  const hint = sort === 'asset' ? undefined : definitionOf(t, sort)
  return (
    <th scope="col" aria-sort={ariaSort(list, [sort])} className={sort === 'asset' ? 'asset-name' : cellClass(sort)}>
      <SortLink
        of={assetsPlace}
        sort={sort}
        current={list}
        params={changedParams(list, sorted(list, sort))}
        title={hint}
      >
        {t(`enigma.sorts.${sort}`)}
      </SortLink>
    </th>
  )
}

/** The first click sorts names from A, numbers from the largest; the second reverses the order, the third resets it. */
function sorted(list: AssetList, sort: Sort): Pick<AssetList, 'sort' | 'isDescending'> {
  const first = sort !== 'asset'
  if (list.sort !== sort) return { sort, isDescending: first }
  if (list.isDescending === first) return { sort, isDescending: !first }
  return { sort: undefined, isDescending: false }
}
