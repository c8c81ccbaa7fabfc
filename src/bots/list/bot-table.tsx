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
  /** Whether rows are numbered by their place */
  isRanked?: boolean
}

/** Bots in rows whose headings sort; on narrow screens, and for those who like it so, rows are cards. */
export function BotTable({ list, lines, view, label, isRanked = false }: BotTableProps) {
  const { t } = useLocale()
  return (
    <table className={`bots-table bots-table-${view}`}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <SortHeading list={list} sort="name" isRanked={isRanked} />
          <th scope="col" className="bot-spark">
            {t('botList.spark')}
          </th>
          <SortHeading list={list} sort="profit" isRanked={isRanked} />
          <SortHeading list={list} sort="equity" isRanked={isRanked} />
          <th scope="col" className="bot-figure">
            {t('botList.realisedColumn')}
          </th>
          <SortHeading list={list} sort="day" isRanked={isRanked} />
          <SortHeading list={list} sort="edge" isRanked={isRanked} />
          <SortHeading list={list} sort="drawdown" isRanked={isRanked} />
          <SortHeading list={list} sort="wins" isRanked={isRanked} />
          <td />
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <BotTableRow key={line.id} line={line} list={list} place={isRanked ? index + 1 : undefined} />
        ))}
      </tbody>
    </table>
  )
}

function SortHeading({ list, sort, isRanked }: { list: BotList; sort: Sort; isRanked: boolean }) {
  const { t } = useLocale()
  return (
    <th scope="col" aria-sort={ariaSort(list, [sort])} className={sort === 'name' ? 'bot-name' : 'bot-figure'}>
      {isRanked ? (
        t(`botList.sorts.${sort}`)
      ) : (
        <SortLink of={botsPlace} sort={sort} current={list} params={listParams(sorted(list, sort))}>
          {t(`botList.sorts.${sort}`)}
        </SortLink>
      )}
    </th>
  )
}
