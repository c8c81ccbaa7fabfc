import { scrollRegion } from '../../content/render/scroll-region.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { changedList } from '../../pages/list-cursor.ts'
import { href, paths } from '../../paths.ts'
import { ariaSort, SortLink } from '../../ui/list/sort-link.tsx'
import { Moment } from '../../users/moment.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import { ReasonWord } from '../reason-word.tsx'
import { StateBadge } from '../state-badge.tsx'
import type { BroadcastLine } from './list-queries.ts'
import { type BroadcastList, listParams, listPlace, type Sort } from './list-query.ts'

export function BroadcastTable({ list, lines }: { list: BroadcastList; lines: BroadcastLine[] }) {
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
          {name}
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
  // The first click sorts times newest first and names from A; a second click reverses the order.
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
