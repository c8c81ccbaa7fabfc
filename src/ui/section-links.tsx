import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { useMenu } from './navigation.ts'
import { UnseenAlerts } from './unseen-alerts.tsx'

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
