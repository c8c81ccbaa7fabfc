import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paramsOf } from '../../ui/list/list-place.ts'
import type { BotPlaces, BotView } from './bot-view.ts'

export const regionId = 'bot-region'

/** Formats the shown pages as `?trades=120&log=1767225600000.2&led=1`; empty if the newest entries are shown */
export function placesQuery({ trades, log, led }: BotPlaces): string {
  const params = paramsOf({
    trades: trades?.toString(),
    log: log && `${log.time}.${log.part}`,
    led: led ? '1' : undefined,
  }).toString()
  return params && `?${params}`
}

/** Parses the query of a bot's page; invalid values count as missing. */
export function readPlaces(query: Record<string, string>): BotPlaces {
  const [, time, part] = /^(\d{1,15})\.(\d{1,9})$/.exec(query.log ?? '') ?? []
  return {
    trades: /^\d{1,15}$/.test(query.trades ?? '') ? Number(query.trades) : undefined,
    log: time === undefined ? undefined : { time: Number(time), part: Number(part) },
    led: query.led === '1',
  }
}

/** Key of the bot's state and revision: the lower part of the page is reloaded when this key changes. */
export function statusKey({ state, revision, playedRevision }: BotView['row']): string {
  return `${state}.${revision}.${playedRevision}`
}

export function swapsBot(address: string) {
  return {
    'hx-get': address,
    'hx-target': `#${regionId}`,
    'hx-swap': 'outerMorph',
    'hx-sync': `#${regionId}:replace`,
  }
}

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
