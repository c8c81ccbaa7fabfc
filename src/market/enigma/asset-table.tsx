import { useLocale } from '../../i18n/context.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { AssetLine } from './asset-line.ts'
import { AssetRow } from './asset-row.tsx'
import { listAddress, swapsList } from './list-address.ts'
import { type AssetList, listParams, type Sort } from './list-query.ts'
import type { ListSettings } from './settings.ts'

export interface AssetTableProps {
  list: AssetList
  lines: AssetLine[]
  settings: ListSettings
}

/** Assets in rows; the headings sort them. On narrow screens, and for those who like it so, rows are cards. */
export function AssetTable({ list, lines, settings: { view, columns } }: AssetTableProps) {
  const { t } = useLocale()
  const params = listParams(list).toString()
  const back = paths.enigma + (params ? `?${params}` : '')
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
          <AssetRow key={line.asset} line={line} columns={columns} back={back} />
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
  const { locale, t } = useLocale()
  const isCurrent = list.sort === sort
  const order = isCurrent ? (list.isDescending ? 'descending' : 'ascending') : undefined
  const icon = list.isDescending ? 'i-lucide-arrow-down' : 'i-lucide-arrow-up'
  const address = listAddress(locale, sorted(list, sort))
  const hint = sort === 'volume' || sort === 'volatility' ? t(hints[sort]) : undefined
  return (
    <th scope="col" aria-sort={order} className={`asset-${sort === 'asset' ? 'name' : sort}`}>
      <a id={`sort-${sort}`} className="asset-sort" href={address} title={hint} {...swapsList(address)}>
        {t(`enigma.sorts.${sort}`)}
        <Icon name={isCurrent ? icon : 'i-lucide-chevrons-up-down'} />
      </a>
    </th>
  )
}

/** Names begin with A, numbers with the greatest; a second click turns the order round, a third undoes it. */
export function sorted(list: AssetList, sort: Sort): AssetList {
  const first = sort !== 'asset'
  if (list.sort !== sort) return { ...list, sort, isDescending: first }
  if (list.isDescending === first) return { ...list, isDescending: !first }
  return { ...list, sort: undefined, isDescending: false }
}
