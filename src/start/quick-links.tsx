import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { Icon } from '../ui/icon.tsx'
import { useMenu } from '../ui/navigation.ts'

export function QuickLinks() {
  const { locale, t } = useLocale()
  return (
    <nav aria-label={t('market.start.tools')}>
      <ul className="chips start-tools">
        {useMenu('tools').map(({ path, icon, label }) => (
          <li key={path}>
            <a className="chip" href={localised(locale, path)}>
              <Icon name={icon} />
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
