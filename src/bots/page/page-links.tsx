import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { placesQuery } from './bot-address.ts'
import type { BotPlaces } from './bot-view.ts'

interface PageLinksProps {
  id: string
  address: string
  older: BotPlaces | undefined
  newest: BotPlaces | undefined
}

export function PageLinks({ id, address, older, newest }: PageLinksProps) {
  const { locale, t } = useLocale()
  const link = (name: 'older' | 'newest', places: BotPlaces | undefined) => {
    if (!places) return null
    const at = localised(locale, address) + placesQuery(places)
    return (
      <a id={`${id}-${name}`} href={`${at}#${id}-title`}>
        {t(`botPage.${name}`)}
      </a>
    )
  }
  return (
    <nav className="bot-pages" aria-labelledby={`${id}-title`}>
      {link('newest', newest)}
      {link('older', older)}
    </nav>
  )
}
