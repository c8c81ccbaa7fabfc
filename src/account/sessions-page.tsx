import type { Dismissal } from '../auth/device/dismissal.ts'
import type { WarningRow } from '../auth/tries/tries-queries.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatSpan, formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { AccountLayout } from './account-layout.tsx'
import { type Device, deviceName, deviceOf } from './user-agent.ts'

/** A session in the list; times are ms UTC. */
interface ListedSession {
  id: string
  userAgent: string
  address: string
  createdAt: number
  seenAt: number
  isCurrent: boolean
  /** Whether the session belongs to an administrator who impersonates this user */
  isImpersonated: boolean
  /** Login of the user whom this administrator impersonates */
  lookingAs: string | undefined
}

export interface SessionsPageProps {
  sessions: ListedSession[]
  warnings: WarningsProps | false
  now: number
  flash?: string | undefined
}

const icons: Record<Device['kind'], string> = {
  phone: 'i-lucide-smartphone',
  tablet: 'i-lucide-tablet',
  computer: 'i-lucide-monitor',
}

export function SessionsPage({ sessions, warnings, now, flash }: SessionsPageProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.accountSessions)
  return (
    <AccountLayout
      part={paths.accountSessions}
      title={t('account.sessions')}
      lead={t('account.sessionsLead')}
      flash={flash}
    >
      {warnings && <Warnings {...warnings} />}
      <ul className="session-list">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} action={action} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={action}>
          <SubmitButton kind="danger" name="session" value="others">
            {t('account.endOthers')}
          </SubmitButton>
        </form>
      )}
    </AccountLayout>
  )
}

function SessionRow({ session, action, now }: { session: ListedSession; action: string; now: number }) {
  const { locale, t } = useLocale()
  const { kind } = deviceOf(session.userAgent)
  const name = deviceName(session.userAgent, t) ?? t('account.unknownDevice')
  const seen = t('account.seen', { when: formatSpan(locale, session.seenAt - now) })
  return (
    <li>
      <Icon name={icons[kind]} />
      <div>
        <p className="session-device">
          <b>{name}</b>
          {session.isCurrent && <span className="badge-current">{t('account.thisOne')}</span>}
          {session.lookingAs && (
            <span className="badge-current">{t('account.lookingAs', { login: session.lookingAs })}</span>
          )}
          {session.isImpersonated && <span className="badge-current">{t('account.byAdministrator')}</span>}
        </p>
        <p className="field-hint">
          {session.address} · {session.isCurrent ? t('account.seenNow') : seen} ·{' '}
          {t('account.since', { when: formatTime(locale, session.createdAt) })}
        </p>
      </div>
      {!session.isCurrent && (
        <form method="post" action={action}>
          <SubmitButton
            kind="quiet"
            name="session"
            value={session.id}
            label={t('account.endSessionOf', { device: name })}
          >
            {t('account.endSession')}
          </SubmitButton>
        </form>
      )}
    </li>
  )
}

interface WarningsProps {
  tries: WarningRow | undefined
  /** New devices to warn about, which signed in for the first time */
  dismissal: Dismissal
}

function Warnings({ tries, dismissal }: WarningsProps) {
  const { locale, t } = useLocale()
  const { newDevices: news, reach, acknowledged: settled } = dismissal
  if (!tries && news.length === 0) return null
  const isForAll = reach === 'all' && settled.length === news.length
  return (
    <Notice id="warnings" kind="warning">
      {news.length > 0 && (
        <>
          <p>
            <b>{t('account.newSignIn')}</b>
          </p>
          <ul>
            {news.map(({ hash, userAgent, address, createdAt }) => {
              const name = deviceName(userAgent, t) ?? t('account.unknownDevice')
              return <li key={hash}>{`${name} · ${address} · ${formatTime(locale, createdAt)}`}</li>
            })}
          </ul>
          <p>{t('account.newSignInAdvice')}</p>
        </>
      )}
      {tries && <Tries {...tries} />}
      {!isForAll && <p>{t('account.warningsHeld')}</p>}
      {reach !== 'nobody' && (
        <form method="post" action={localised(locale, paths.accountWarnings)}>
          <SubmitButton kind="quiet">{t('account.warningsSeen')}</SubmitButton>
        </form>
      )}
    </Notice>
  )
}

function Tries({ wrongPasswords, wrongCodes, since, lastAt, lastAddress }: WarningRow) {
  const { locale, t } = useLocale()
  const count = t('account.wrongTries', { passwords: wrongPasswords, codes: wrongCodes })
  const when = t('account.wrongSince', { count, when: formatTime(locale, since ?? 0) })
  const last = t('account.lastTry', { when: formatTime(locale, lastAt ?? 0), address: lastAddress ?? '' })
  return (
    <>
      <p>
        <b>{t('account.wrongTriesTitle')}</b>
      </p>
      <p>
        {when} {last}
      </p>
      <p>{t(wrongCodes > 0 ? 'account.wrongCodesMean' : 'account.wrongPasswordsMean')}</p>
    </>
  )
}
