import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ariaSort, ListLink, SortLink } from '../../ui/list/list-link.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatGain, formatMoney, formatShare } from '../bot-numbers.ts'
import { Gain } from './bot-cells.tsx'
import { arrangeLines, type BotLine, findLines, ranksOf, totalsOf } from './bot-line.ts'
import { BotTableRow, cellClasses } from './bot-row.tsx'
import { ListFilters } from './list-filters.tsx'
import { type BotList, botsPlace, listParams, readList, type Sort, sorted } from './list-query.ts'

export interface BotsListProps {
  list: BotList
  /** Lines of the user's own bots and of public ones */
  lines: readonly BotLine[]
  isMember: boolean
  isLive: boolean
}

/** Region of the page that is refreshed: totals, filters, own and public bots. */
export function BotsList({ list, lines, isMember, isLive }: BotsListProps) {
  const { locale, t } = useLocale()
  const own = lines.filter(({ isOwn }) => isOwn)
  const shownOwn = arrangeLines(findLines(own, list), list)
  const demo = lines.filter(({ isOwn }) => !isOwn)
  const shownDemo = arrangeLines(findLines(demo, list), list, 'profit')
  const found = shownOwn.length + shownDemo.length
  // Users with own bots see the count of these bots only, as in the totals.
  const counted = (own.length > 0 ? shownOwn : shownDemo).length
  return (
    <ListRegion of={botsPlace} params={listParams(list)} className="bots-list">
      {!isLive && <Notice kind="warning">{t('botList.feedAway')}</Notice>}
      {own.length > 0 && <BotTotalsBar lines={own} />}
      <div className="bots-list-bar">
        <ListFilters list={list} lines={own.length > 0 ? own : demo} />
        <p className="list-total" role="status">
          {t('botList.total', { total: counted, shown: formatNumber(locale, counted) })}
        </p>
      </div>
      {isMember && own.length === 0 && <NoneYet />}
      {shownOwn.length > 0 && (
        <section aria-labelledby="bots-own">
          <h2 id="bots-own">{t('botList.own')}</h2>
          <BotTable list={list} lines={shownOwn} view={list.view ?? 'table'} label={t('botList.own')} isSortable />
        </section>
      )}
      {shownDemo.length > 0 && (
        <section aria-labelledby="bots-demo">
          <h2 id="bots-demo">{t('botList.demo')}</h2>
          <p className="bots-lead">{t('botList.demoLead')}</p>
          <BotTable
            list={list}
            lines={shownDemo}
            view={list.view ?? 'table'}
            label={t('botList.demo')}
            isSortable={shownOwn.length === 0}
            places={ranksOf(demo)}
          />
        </section>
      )}
      {found === 0 && <Nothing hasBots={lines.length > 0} />}
    </ListRegion>
  )
}

function NoneYet() {
  const { locale, t } = useLocale()
  return (
    <section className="bots-invitation" aria-labelledby="bots-none">
      <h2 id="bots-none">{t('botList.noneOwn')}</h2>
      <p>{t('botList.noneOwnText')}</p>
      <p className="bots-invitation-acts">
        <Button href={localised(locale, paths.newBot)} icon="i-lucide-plus">
          {t('botList.create')}
        </Button>
        <Button href={localised(locale, paths.botTrial)} kind="quiet" icon="i-lucide-history">
          {t('botList.tryFirst')}
        </Button>
      </p>
    </section>
  )
}

function Nothing({ hasBots }: { hasBots: boolean }) {
  const { t } = useLocale()
  if (!hasBots) {
    return (
      <EmptyState icon="i-lucide-hourglass" title={t('botList.noDemo')}>
        <p>{t('botList.noDemoText')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="i-lucide-search-x" title={t('botList.nothing')}>
      <ListLink id="bots-reset" of={botsPlace} params={listParams(readList({}))}>
        {t('botList.reset')}
      </ListLink>
    </EmptyState>
  )
}

/** Totals of all the user's own bots, regardless of filters. Amounts of money include only started bots. */
function BotTotalsBar({ lines }: { lines: readonly BotLine[] }) {
  const { locale, t } = useLocale()
  const { quote, equity, capital, profit, realised, unrealised, dayProfit, running } = totalsOf(
    lines.filter(({ startedAt }) => startedAt !== null),
  )
  const share = capital > 0 ? profit / capital : 0
  return (
    <dl className="bot-totals" aria-label={t('botList.totals')}>
      <Figure name={t('botList.running')}>
        {t('botList.runningOf', { running: formatNumber(locale, running), all: formatNumber(locale, lines.length) })}
      </Figure>
      {quote !== undefined && (
        <>
          <Figure name={t('botList.sorts.equity')}>
            {formatMoney(locale, equity)} {quote}
          </Figure>
          <Figure name={t('botList.sorts.profit')}>
            <Gain value={profit}>
              {formatGain(locale, profit)} ({formatShare(locale, share)})
            </Gain>
          </Figure>
          <Figure name={t('botList.sorts.day')}>
            <Gain value={dayProfit}>{formatGain(locale, dayProfit)}</Gain>
          </Figure>
          <Figure name={t('botList.realised')}>{formatGain(locale, realised)}</Figure>
          <Figure name={t('botList.unrealised')}>{formatGain(locale, unrealised)}</Figure>
        </>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface BotTableProps {
  list: BotList
  lines: readonly BotLine[]
  view: 'table' | 'cards'
  label: string
  /** Whether the headings sort the table; of two tables on a page only one sorts */
  isSortable: boolean
  /** Ranks by bot id, if rows are ranked */
  places?: ReadonlyMap<string, number>
}

/** Table of bots with sortable headings. Rows are shorter on narrow screens, and cards if the user chooses so. */
function BotTable({ list, lines, view, label, isSortable, places }: BotTableProps) {
  const { t } = useLocale()
  return (
    <table className={`bots-table bots-table-${view}`}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {places && (
            <th scope="col" className="bot-place">
              <span aria-hidden="true">#</span>
              <span className="visually-hidden">{t('botList.place')}</span>
            </th>
          )}
          <SortHeading list={list} sort="name" isSortable={isSortable} />
          <th scope="col" className={cellClasses.spark}>
            {t('botList.spark')}
          </th>
          <SortHeading list={list} sort="profit" isSortable={isSortable} />
          <SortHeading list={list} sort="equity" isSortable={isSortable} />
          <th scope="col" className={cellClasses.realised}>
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
    <th scope="col" aria-sort={ariaSort(list, [sort])} className={cellClasses[sort]}>
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
