import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { languageNames, localised } from '../../i18n/locales.ts'
import { writeClock } from '../../i18n/moscow-time.ts'
import { href, paths } from '../../paths.ts'
import { Moment } from '../../users/moment.tsx'
import { isPartial } from '../broadcast.ts'
import type { DetailView } from './detail-view.ts'

export function AudienceFacts({ view }: { view: DetailView }) {
  const { t } = useLocale()
  const { row, people } = view
  const who = (id: string | null) => (id === null ? undefined : people.get(id))
  const facts: [string, ReactNode][] = [
    [t('broadcast.audience.title'), <AudienceWords key="audience" view={view} />],
    [t('broadcast.form.onUnknown'), t(`broadcast.form.onUnknowns.${row.onUnknown}`)],
    [
      t('broadcast.form.quiet'),
      row.quietFrom === null || row.quietTo === null ? '—' : `${writeClock(row.quietFrom)}–${writeClock(row.quietTo)}`,
    ],
    [t('broadcast.protection'), t(view.content.isProtected ? 'broadcast.isProtected' : 'broadcast.isUnprotected')],
    [t('broadcast.form.paid'), t(row.isPaid ? 'broadcast.yes' : 'broadcast.no')],
    [t('broadcast.approval'), t(row.needsApproval ? 'broadcast.approvalNeeded' : 'broadcast.approvalFree')],
    [t('broadcast.created'), <By key="created" at={row.createdAt} who={who(row.createdBy)} />],
  ]
  if (row.trialPercent !== null) {
    facts.push([t('broadcast.variants.title'), t('broadcast.variants.trial', { percent: row.trialPercent })])
  }
  if (row.scheduledAt !== null) facts.push([t('broadcast.startsAt'), <Moment key="scheduled" at={row.scheduledAt} />])
  if (row.approvedRevision === row.revision) facts.push([t('broadcast.approvedBy'), who(row.approvedBy) ?? '—'])
  if (row.startedAt !== null) {
    facts.push([t('broadcast.started'), <By key="started" at={row.startedAt} who={who(row.startedBy)} />])
  }
  if (row.finishedAt !== null) {
    const over = t(row.state === 'cancelled' ? 'broadcast.states.cancelled' : 'broadcast.finished')
    facts.push([over, <Moment key="finished" at={row.finishedAt} />])
  }
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function By({ at, who }: { at: number; who: string | undefined }) {
  return (
    <>
      <Moment at={at} /> {who && `· ${who}`}
    </>
  )
}

function AudienceWords({ view: { row, audience, size } }: { view: DetailView }) {
  const { locale, t } = useLocale()
  const isNeverCounted = row.state === 'cancelled' && row.startedAt === null
  const words = [
    audience.locale && languageNames[audience.locale],
    audience.activeWithinDays && t('broadcast.audience.activeWithin', { days: audience.activeWithinDays }),
    audience.isLinked !== undefined && t(`broadcast.audience.linked.${audience.isLinked ? 'yes' : 'no'}`),
    audience.role && t(`broadcast.audience.roles.${audience.role}`),
    audience.chats && t('broadcast.audience.chatCount', { count: audience.chats.length }),
  ].filter((word) => typeof word === 'string')
  return (
    <>
      {words.length > 0 || audience.clicked ? words.join(' · ') : t('broadcast.audience.everybody')}
      {audience.clicked && (
        <>
          {words.length > 0 && ' · '}
          <a href={localised(locale, href(paths.broadcast, { id: audience.clicked.broadcast }))}>
            {t('broadcast.audience.clicked')}
          </a>
        </>
      )}
      {!isPartial(row) &&
        !isNeverCounted &&
        ` — ${t('broadcast.recipients', { count: size, shown: formatNumber(locale, size) })}`}
    </>
  )
}
