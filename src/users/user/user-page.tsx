import { deviceName } from '../../account/user-agent.ts'
import type { ActMessages } from '../../auth/audit.ts'
import type { UserRow } from '../../auth/queries.ts'
import type { ListedSessionRow } from '../../auth/session/session-queries.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { languageNames, localised } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { AuditLines } from '../audit/audit-lines.tsx'
import type { AuditLine } from '../audit/audit-queries.ts'
import { RoleBadge, StatusBadge } from '../badges.tsx'
import type { DecisionDraft } from '../decision-form.ts'
import type { WaitingReplacement } from '../factor/factor-queries.ts'
import { FactorAct } from '../factor/factor-replacement.tsx'
import { Moment } from '../moment.tsx'
import { UserActions } from './user-actions.tsx'
import { UserNotice, type UserNoticeProps } from './user-notice.tsx'

interface UserSessionsProps {
  userId: string
  sessions: ListedSessionRow[]
  /** Whether the sessions can be ended here; administrators end their own sessions on their account page */
  canEnd: boolean
}

/** Returns the name of a device. Unlike users, administrators also see user agents that are no known browser. */
const shownName = (userAgent: string, t: Translate) => deviceName(userAgent, t) ?? (userAgent || '—')

function UserSessions({ userId, sessions, canEnd }: UserSessionsProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, href(paths.adminUserSessionsClosure, { id: userId }))
  if (sessions.length === 0) return <p className="faint">{t('users.user.sessionsNone')}</p>
  return (
    <>
      <ul className="user-sessions">
        {sessions.map(({ id, userAgent, address, seenAt, impersonatorId, userId: owner, login }) => (
          <li key={id}>
            <div>
              <p className="user-device" title={userAgent}>
                {shownName(userAgent, t)}
              </p>
              <p className="faint">
                {address} · <Moment at={seenAt} />
                {owner !== userId && ` · ${t('account.lookingAs', { login })}`}
                {impersonatorId !== null && owner === userId && ` · ${t('users.user.impersonated')}`}
              </p>
            </div>
            {canEnd && (
              <form method="post" action={action}>
                <input type="hidden" name="session" value={id} />
                <button
                  type="submit"
                  className="button button-quiet"
                  aria-label={t('users.user.endOf', { device: shownName(userAgent, t) })}
                >
                  {t('users.user.end')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {canEnd && (
        <form method="post" action={action}>
          <button type="submit" className="button button-quiet">
            {t('users.user.endAll')}
          </button>
        </form>
      )}
    </>
  )
}

export interface UserPageProps {
  user: UserRow
  sessions: ListedSessionRow[]
  history: AuditLine[]
  viewerId: string
  hasSecondFactor: boolean
  waiting: WaitingReplacement | undefined
  notice: Omit<UserNoticeProps, 'userId' | 'acts'>
  draft: DecisionDraft
  /** Acts of the audit log, with their messages */
  acts: ActMessages
  now: number
}

export function UserPage(props: UserPageProps) {
  const { locale, t } = useLocale()
  const { user, sessions, history, viewerId, hasSecondFactor, waiting, notice, draft, acts, now } = props
  const isSelf = user.id === viewerId
  const { id, login } = user
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('users.title'), path: localised(locale, paths.adminUsers) }]} />
      <header className="admin-head">
        <h1>{user.name}</h1>
        <p className="user-badges">
          <RoleBadge role={user.role} /> <StatusBadge user={user} now={now} />
        </p>
      </header>
      <UserNotice userId={id} acts={acts} {...notice} />
      <div className="user-columns">
        <div>
          <section className="panel" aria-labelledby="facts">
            <h2 id="facts">{t('users.user.facts')}</h2>
            <UserFacts user={user} hasSecondFactor={hasSecondFactor} />
          </section>
          <section className="panel" aria-labelledby="sessions">
            <h2 id="sessions">{t('users.user.sessions')}</h2>
            <UserSessions userId={id} sessions={sessions} canEnd={!isSelf} />
          </section>
        </div>
        <section className="panel" aria-labelledby="acts">
          <h2 id="acts">{t('users.user.acts')}</h2>
          {isSelf ? (
            <p>{t('users.user.self')}</p>
          ) : (
            <UserActions user={user} seen={history[0]?.id ?? 0} draft={draft} now={now}>
              {hasSecondFactor && <FactorAct userId={id} waiting={waiting} viewerId={viewerId} />}
            </UserActions>
          )}
        </section>
      </div>
      <section className="panel" aria-labelledby="history">
        <h2 id="history">{t('users.user.history')}</h2>
        {history.length === 0 ? (
          <p className="faint">{t('users.user.historyNone')}</p>
        ) : (
          <AuditLines lines={history} acts={acts} />
        )}
        <p>
          <a href={`${localised(locale, paths.adminAudit)}?${new URLSearchParams({ subject: login })}`}>
            {t('users.user.historyAll')}
          </a>
        </p>
      </section>
    </AdminLayout>
  )
}

interface UserFactsProps {
  user: UserRow
  hasSecondFactor: boolean
}

function UserFacts({ user, hasSecondFactor }: UserFactsProps) {
  const { locale, t } = useLocale()
  const { telegramId, telegramName, passwordHash, passwordChangedAt } = user
  const telegram = [telegramName === null ? undefined : `@${telegramName}`, telegramId ?? undefined]
  const facts = [
    [t('users.user.login'), user.login],
    [t('users.user.id'), <code key="id">{user.id}</code>],
    [t('users.locale'), languageNames[user.locale]],
    [t('users.telegram'), telegram.filter(Boolean).join(' · ') || t('users.telegrams.none')],
    [
      t('users.user.password'),
      passwordHash === null
        ? t('users.user.passwordNone')
        : t('users.user.passwordSet', { date: formatTime(locale, passwordChangedAt ?? user.createdAt) }),
    ],
    [t('users.user.twoFactor'), t(hasSecondFactor ? 'users.user.on' : 'users.user.off')],
    [t('users.user.created'), <Moment key="created" at={user.createdAt} />],
    [t('users.user.seen'), <Moment key="seen" at={user.lastSeenAt} never={t('users.never')} />],
    ...(user.banReason === null ? [] : [[t('users.user.reason'), user.banReason] as const]),
  ] as const
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
