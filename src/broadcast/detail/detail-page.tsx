import type { ReactNode } from 'react'
import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { languageNames, locales, localised } from '../../i18n/locales.ts'
import { writeClock } from '../../i18n/moscow-time.ts'
import { href, paths } from '../../paths.ts'
import { textIn } from '../../telegram/message/requests.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { AuditLines } from '../../users/audit/audit-lines.tsx'
import { Moment } from '../../users/moment.tsx'
import { maxTestChats } from '../acts/test-send.ts'
import { isPartial } from '../broadcast.ts'
import { MessageView } from '../message-view.tsx'
import { recipientsAddress } from '../recipient-states.ts'
import { NotConnected, TokenRefused } from '../sender-notices.tsx'
import { ActsRegion } from './acts-region.tsx'
import type { BeginFormValues } from './begin-form.tsx'
import type { DetailView } from './detail-view.ts'
import { ProgressRegion } from './progress-region.tsx'

export interface DetailPageProps {
  view: DetailView
  acts: ActMessages
  flash: string | undefined
  problem?: string | undefined
  typed?: BeginFormValues | undefined
  tested?: TestFormValues | undefined
}

export function DetailPage({ view, acts, flash, problem, typed, tested }: DetailPageProps) {
  const { locale, t } = useLocale()
  const { row, content, history } = view
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }]} />
      <header className="admin-head">
        <h1>{row.name}</h1>
      </header>
      <FlashToast>{flash}</FlashToast>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <StepNotice seriesId={row.seriesId} />
      {!view.isConnected && <NotConnected />}
      {view.isRefused && <TokenRefused />}
      <div className="broadcast-columns">
        <div>
          <ActsRegion view={view} typed={typed} />
          {row.startedAt !== null && <ProgressRegion view={view} />}
          {row.startedAt !== null && (
            <p>
              <a href={recipientsAddress(locale, row.id)}>{t('broadcast.recipientsAll')}</a>
            </p>
          )}
          <section className="panel" aria-labelledby="facts-title">
            <h2 id="facts-title">{t('broadcast.facts')}</h2>
            <AudienceFacts view={view} />
          </section>
          <TestForm view={view} typed={tested} />
        </div>
        <section className="panel" aria-labelledby="message-title">
          <h2 id="message-title">{t('broadcast.message')}</h2>
          <MessageView content={content} />
          <Clicks view={view} />
        </section>
      </div>
      <section className="panel" aria-labelledby="history-title">
        <h2 id="history-title">{t('broadcast.history')}</h2>
        {history.length === 0 ? <p className="faint">—</p> : <AuditLines lines={history} acts={acts} />}
      </section>
    </AdminLayout>
  )
}

function Clicks({ view: { clicks, content } }: { view: DetailView }) {
  const { locale, t } = useLocale()
  if (clicks.length === 0) return null
  const buttons = content.buttons.flat()
  return (
    <dl className="facts">
      {clicks.map(({ button, count }) => {
        const label = buttons[button]?.text
        return (
          <div key={button}>
            <dt>{(label && textIn(label, locale)) || button + 1}</dt>
            <dd>{t('broadcast.clicked', { count, shown: formatNumber(locale, count) })}</dd>
          </div>
        )
      })}
    </dl>
  )
}

interface TestFormValues {
  text: string
  error: string
}

function TestForm({ view, typed }: { view: DetailView; typed: TestFormValues | undefined }) {
  const { locale, t } = useLocale()
  const { row, ownChat, isConnected } = view
  if (!isConnected) return null
  return (
    <section className="panel" aria-labelledby="test-title">
      <h2 id="test-title">{t('broadcast.test.title')}</h2>
      <form
        className="broadcast-test"
        method="post"
        action={localised(locale, href(paths.broadcastTest, { id: row.id }))}
      >
        <fieldset className="broadcast-test-languages">
          <legend className="visually-hidden">{t('broadcast.test.language')}</legend>
          {locales.map((each) => (
            <label key={each} className="check">
              <input type="radio" name="locale" value={each} defaultChecked={each === locale} />
              {languageNames[each]}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor="chats-field">{t('broadcast.test.chats')}</label>
          <input
            id="chats-field"
            type="text"
            name="chats"
            inputMode="numeric"
            autoComplete="off"
            maxLength={400}
            defaultValue={typed?.text ?? ownChat?.chatId.toString() ?? ''}
            aria-invalid={typed ? true : undefined}
            aria-describedby={typed ? 'chats-error chats-hint' : 'chats-hint'}
          />
          <FieldError id="chats-error" text={typed?.error} />
          <p className="field-hint" id="chats-hint">
            {t(ownChat ? 'broadcast.test.ownHint' : 'broadcast.test.notLinked')}{' '}
            {t('broadcast.test.most', { most: maxTestChats })}{' '}
            {!ownChat && <a href={localised(locale, paths.accountTelegram)}>{t('broadcast.files.link')}</a>}
          </p>
        </div>
        <SubmitButton kind="quiet" icon="i-lucide-send">
          {t('broadcast.test.send')}
        </SubmitButton>
      </form>
    </section>
  )
}

function AudienceFacts({ view }: { view: DetailView }) {
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

function StepNotice({ seriesId }: { seriesId: string | null }) {
  const { locale, t } = useLocale()
  if (seriesId === null) return null
  return (
    <Notice kind="warning">
      {t('series.ofSeries')} <a href={localised(locale, href(paths.series, { id: seriesId }))}>{t('series.title')}</a>
    </Notice>
  )
}
