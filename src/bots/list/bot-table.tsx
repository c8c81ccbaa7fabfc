import { useLocale } from '../../i18n/context.tsx'
import { ariaSort, SortLink } from '../../ui/list/sort-link.tsx'
import type { BotLine } from './bot-line.ts'
import { BotTableRow } from './bot-row.tsx'
import { type BotList, botsPlace, listParams, type Sort, sorted } from './list-query.ts'

export interface BotTableProps {
  list: BotList
  lines: readonly BotLine[]
  view: 'table' | 'cards'
  label: string
  /** Whether the headings sort; with two tables on a page only one sorts */
  isSortable: boolean
  /** Ranks by id, if rows are ranked */
  places?: ReadonlyMap<string, number>
}

/** Table of bots with sortable headings. Rows are cards on narrow screens, or if the user chooses so. */
export function BotTable({ list, lines, view, label, isSortable, places }: BotTableProps) {
  const { t } = useLocale()
  return (
    <table className={`bots-table bots-table-${view}`}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <SortHeading list={list} sort="name" isSortable={isSortable} />
          <th scope="col" className="bot-spark">
            {t('botList.spark')}
          </th>
          <SortHeading list={list} sort="profit" isSortable={isSortable} />
          <SortHeading list={list} sort="equity" isSortable={isSortable} />
          <th scope="col" className="bot-figure">
            {t('botList.realisedColumn')}
          </th>
          <SortHeading list={list} sort="day" isSortable={isSortable} />
          <SortHeading list={list} sort="edge" isSortable={isSortable} />
          <SortHeading list={list} sort="drawdown" isSortable={isSortable} />
          <SortHeading list={list} sort="wins" isSortable={isSortable} />
          <td />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <BotTableRow key={line.id} line={line} list={list} place={places?.get(line.id)} />
        ))}
      </tbody>
    </table>
  )
}

function SortHeading({ list, sort, isSortable }: Pick<BotTableProps, 'list' | 'isSortable'> & { sort: Sort }) {
  const { t } = useLocale()
  return (
    <th scope="col" aria-sort={ariaSort(list, [sort])} className={sort === 'name' ? 'bot-name' : 'bot-figure'}>
      {isSortable ? (
        <SortLink of={botsPlace} sort={sort} current={list} params={listParams(sorted(list, sort))}>
          {t(`botList.sorts.${sort}`)}
        </SortLink>
      ) : (
        t(`botList.sorts.${sort}`)
      )}
    </th>
  )
}
