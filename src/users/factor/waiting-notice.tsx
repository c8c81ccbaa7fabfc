import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import type { WaitingReplacement } from './factor-queries.ts'

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
