import type { ActMessages } from '../../auth/audit.ts'
import type { UserRow } from '../../auth/queries.ts'
import type { ListedSessionRow } from '../../auth/session/session-queries.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { AuditLines } from '../audit/audit-lines.tsx'
import type { AuditLine } from '../audit/audit-queries.ts'
import type { DecisionDraft } from '../decision-form.ts'
import { FactorAct } from '../factor/factor-act.tsx'
import type { WaitingReplacement } from '../factor/factor-queries.ts'
import { RoleBadge } from '../role-badge.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserNotice, type UserNoticeProps } from './user-notice.tsx'
import { UserSessions } from './user-sessions.tsx'

export interface UserPageProps {
  user: UserRow
  sessions: ListedSessionRow[]
  history: AuditLine[]
  viewerId: string
  hasSecondFactor: boolean
  waiting: WaitingReplacement | undefined
  notice: Omit<UserNoticeProps, 'userId' | 'acts'>
  draft: DecisionDraft
  /** Acts of the audit log */
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
