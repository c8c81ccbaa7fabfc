import { useLocale } from '../i18n/context.tsx'
import { formatSpan, formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountLayout } from './account-layout.tsx'
import { type Device, deviceName, deviceOf } from './user-agent.ts'
import { Warnings, type WarningsProps } from './warnings.tsx'

/** A session in the list; times are ms UTC. */
export interface ListedSession {
  id: string
  userAgent: string
  address: string
  createdAt: number
  seenAt: number
  isCurrent: boolean
  /** An administrator's session that impersonates this user */
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
