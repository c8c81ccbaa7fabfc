import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import type { WaitingReplacement } from './factor-queries.ts'

export interface FactorActProps {
  userId: string
  waiting: WaitingReplacement | undefined
  viewerId: string
}

export function FactorAct({ userId: id, waiting, viewerId }: FactorActProps) {
  const { locale, t } = useLocale()
  const to = (address: string) => localised(locale, address)
  if (!waiting) {
    return (
      <form method="post" action={to(href(paths.adminUserFactor, { id }))}>
        <h3>{t('users.factor.head')}</h3>
        <p className="field-hint">{t('users.factor.hint')}</p>
        <button type="submit" className="button button-quiet">
          {t('users.factor.request')}
        </button>
      </form>
    )
  }
  const { requester, requestedBy, requestedAt, expiresAt } = waiting
  const isOwn = requestedBy === viewerId
  return (
    <div className="factor-request">
      <h3>{t('users.factor.head')}</h3>
      <p className="field-hint">
        {t('users.factor.waiting', { login: requester, until: formatTime(locale, expiresAt) })}{' '}
        {t(isOwn ? 'users.factor.waitingOwn' : 'users.factor.check')}
      </p>
      <div className="form-buttons">
        {!isOwn && (
          <form method="post" action={to(href(paths.adminUserFactorApproval, { id }))}>
            <input type="hidden" name="requestedAt" value={requestedAt} />
            <button type="submit" className="button button-danger">
              {t('users.factor.approve')}
            </button>
          </form>
        )}
        <form method="post" action={to(href(paths.adminUserFactorWithdrawal, { id }))}>
          <button type="submit" className="button button-quiet">
            {t(isOwn ? 'users.factor.withdraw' : 'users.factor.reject')}
          </button>
        </form>
      </div>
    </div>
  )
}

export interface WaitingNoticeProps {
  waiting: WaitingReplacement[]
}

export function WaitingNotice({ waiting }: WaitingNoticeProps) {
  const { locale, t } = useLocale()
  if (waiting.length === 0) return null
  return (
    <Notice kind="warning">
      <p>{t('users.factor.allWaiting')}</p>
      <ul>
        {waiting.map(({ userId, login, requester }) => (
          <li key={userId}>
            <a href={localised(locale, href(paths.adminUser, { id: userId }))}>{login}</a>
            {` — ${t('users.factor.askedBy', { login: requester })}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
