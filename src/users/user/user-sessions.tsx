import { deviceName } from '../../account/user-agent.ts'
import type { ListedSessionRow } from '../../auth/session/session-queries.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Moment } from '../moment.tsx'

export interface UserSessionsProps {
  userId: string
  sessions: ListedSessionRow[]
  /** Whether they can be ended here; administrators end their own on their account page */
  canEnd: boolean
}

/** Unlike users, administrators also see user agents that are no known browser. */
const shownName = (userAgent: string, t: Translate) => deviceName(userAgent, t) ?? (userAgent || '—')

export function UserSessions({ userId, sessions, canEnd }: UserSessionsProps) {
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
