import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { Notice } from '../../ui/notice.tsx'
import { arrangeLines, type BotLine, findLines, ranksOf } from './bot-line.ts'
import { BotTable } from './bot-table.tsx'
import { BotTotalsBar } from './bot-totals.tsx'
import { ListFilters } from './list-filters.tsx'
import { type BotList, botsPlace, listParams, readList } from './list-query.ts'

export interface BotsListProps {
  list: BotList
  /** The user's own and public bots */
  lines: readonly BotLine[]
  isMember: boolean
  isLive: boolean
}

/** The region that is refreshed: totals, filters, own and public bots. */
export function BotsList({ list, lines, isMember, isLive }: BotsListProps) {
  const { locale, t } = useLocale()
  const own = lines.filter(({ isOwn }) => isOwn)
  const shownOwn = arrangeLines(findLines(own, list), list)
  const demo = lines.filter(({ isOwn }) => !isOwn)
  const shownDemo = arrangeLines(findLines(demo, list), list, 'profit')
  const found = shownOwn.length + shownDemo.length
  // Users with own bots see the count of these only, as in the totals.
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
            view={list.view ?? 'cards'}
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
