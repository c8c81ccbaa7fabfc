import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { useFrame, useMenu } from './frame.tsx'
import { Icon } from './icon.tsx'

export interface SectionLinksProps {
  /** Number of fired alerts that the user has not seen; shown on the link to the alerts if given */
  unseenAlerts?: number
}

export function SectionLinks({ unseenAlerts }: SectionLinksProps) {
  const { section, viewer } = useFrame()
  const { locale, t } = useLocale()
  const site = useMenu('site')
  const app = useMenu('app').filter(({ isForAdmins }) => viewer?.isAdmin || !isForAdmins)
  // For guests, an error page for a missing page belongs to no section, so no link is marked.
  const isMarked = viewer !== undefined || section !== 'none'
  return (viewer ? app : site).map(({ path, label, place }) => (
    <a key={path} href={localised(locale, path)} aria-current={(isMarked && place !== undefined) || undefined}>
      {t(label)}
      {path === paths.alerts && unseenAlerts !== undefined && <UnseenAlerts total={unseenAlerts} />}
    </a>
  ))
}

export interface UnseenAlertsProps {
  total: number
  /** Whether the element is sent along with another region and swapped in out of band */
  isOutOfBand?: boolean
}

export function UnseenAlerts({ total, isOutOfBand = false }: UnseenAlertsProps) {
  const { t } = useLocale()
  return (
    <span id="alerts-unseen" className="unseen-alerts" {...(isOutOfBand && { 'hx-swap-oob': 'true' })}>
      {total > 0 && (
        <>
          <span aria-hidden="true">{total}</span>
          <span className="visually-hidden">{t('alerts.unseen', { total })}</span>
        </>
      )}
    </span>
  )
}

export interface PartNavProps {
  menu: 'admin' | 'bots'
  label: MessageKey
}

export function PartNav({ menu, label }: PartNavProps) {
  const { locale, t } = useLocale()
  const marks = { here: 'page', below: 'true' } as const
  return (
    <nav className="part-nav" aria-label={t(label)}>
      {useMenu(menu).map(({ path, icon, label: name, place }) => (
        <a key={path} href={localised(locale, path)} aria-current={place && marks[place]}>
          <Icon name={icon} />
          {t(name)}
        </a>
      ))}
    </nav>
  )
}
