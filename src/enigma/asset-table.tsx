import { useLocale } from '../i18n/context.tsx'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import type { MarketState } from '../market/asset-state.ts'
import { ariaSort, SortLink } from '../ui/list/list-link.tsx'
import type { AssetLine, PricelessAsset } from './asset-line.ts'
import { AssetRow, PricelessRow } from './asset-row.tsx'
import { type AssetList, assetsPlace, listParams, listPath, type Sort } from './list-query.ts'
import type { ListSettings } from './settings.ts'

export interface AssetTableProps {
  list: AssetList
  lines: AssetLine[]
  priceless: PricelessAsset[]
  state: MarketState
  settings: ListSettings
}

/** Table of assets with sortable headings. On narrow screens, or if the user has chosen cards, rows are cards. */
export function AssetTable({ list, lines, priceless, state, settings: { view, columns } }: AssetTableProps) {
  const { t } = useLocale()
  const words = assetStatusWords(t)
  const rowOf = (asset: string) => ({ standing: assetStatusOf(state, asset, words), columns, back: listPath(list) })
  return (
    <table className={`asset-table asset-table-${view}`}>
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
}

interface SortHeadingProps {
  list: AssetList
  sort: Sort
}

const hints = { volume: 'enigma.volumeHint', volatility: 'enigma.volatilityHint' } as const

function SortHeading({ list, sort }: SortHeadingProps) {
  const { t } = useLocale()
  const hint = sort === 'volume' || sort === 'volatility' ? t(hints[sort]) : undefined
  return (
    <th scope="col" aria-sort={ariaSort(list, [sort])} className={`asset-${sort === 'asset' ? 'name' : sort}`}>
      <SortLink of={assetsPlace} sort={sort} current={list} params={listParams(sorted(list, sort))} title={hint}>
        {t(`enigma.sorts.${sort}`)}
      </SortLink>
    </th>
  )
}

/** The first click sorts names from A, numbers from the largest; the second reverses the order, the third resets it. */
function sorted(list: AssetList, sort: Sort): AssetList {
  const first = sort !== 'asset'
  if (list.sort !== sort) return { ...list, sort, isDescending: first }
  if (list.isDescending === first) return { ...list, isDescending: !first }
  return { ...list, sort: undefined, isDescending: false }
}
