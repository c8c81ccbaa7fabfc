import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { Icon } from './icon.tsx'
import { useMenu } from './navigation.ts'

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
