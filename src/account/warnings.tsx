import type { Dismissal } from '../auth/device/dismissal.ts'
import type { WarningRow } from '../auth/tries/warning-queries.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { deviceName } from './user-agent.ts'

export interface WarningsProps {
  tries: WarningRow | undefined
  /** Devices that signed in for the first time */
  dismissal: Dismissal
}

export function Warnings({ tries, dismissal }: WarningsProps) {
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
