import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { useFrame, useMenu } from './frame.tsx'
import { Icon } from './icon.tsx'

export function SectionLinks() {
  const { section, viewer } = useFrame()
  const { locale, t } = useLocale()
  const site = useMenu('site')
  const app = useMenu('app').filter(({ isForAdmins }) => viewer?.isAdmin || !isForAdmins)
  // For guests, an error page for a missing page belongs to no section, so no link is marked.
  const isMarked = viewer !== undefined || section !== 'none'
  return (viewer ? app : site).map(({ path, label, place }) => (
    <a key={path} href={localised(locale, path)} aria-current={(isMarked && place !== undefined) || undefined}>
      {t(label)}
    </a>
  ))
}

export interface PartNavProps {
  menu: 'admin' | 'bots'
  label: MessageKey
}

export function PartNav({ menu, label }: PartNavProps) {
  const { locale, t } = useLocale()
  const { viewer } = useFrame()
  const marks = { here: 'page', below: 'true' } as const
  const hidden = viewer ? 'visitors' : 'users'
  const entries = useMenu(menu).filter((entry) => entry.menu === 'admin' || entry.isFor !== hidden)
  return (
    <nav className="part-nav" aria-label={t(label)}>
      {entries.map(({ path, icon, label: name, place }) => (
        <a key={path} href={localised(locale, path)} aria-current={place && marks[place]}>
          <Icon name={icon} />
          {t(name)}
        </a>
      ))}
    </nav>
  )
}
