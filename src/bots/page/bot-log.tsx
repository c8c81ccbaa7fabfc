import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import { placesQuery } from './bot-address.ts'
import { EntryText } from './bot-log-entry.tsx'
import type { BotView } from './bot-view.ts'
import { PageLinks } from './page-links.tsx'

export function BotLog({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { log, places, address, digits } = view
  const last = log.rows.at(-1)
  const older = log.hasOlder && last ? { ...places, log: { time: last.time, part: last.part } } : undefined
  return (
    <Panel id="log" title={t('botPage.log')} text={t('botPage.logText')}>
      <nav className="chips" aria-label={t('botPage.logFilter')}>
        {[false, true].map((led) => {
          const at = localised(locale, address) + placesQuery({ ...places, log: undefined, led })
          return (
            <a
              key={String(led)}
              id={led ? 'log-led' : 'log-all'}
              className="chip"
              href={`${at}#log-title`}
              aria-current={places.led === led ? 'true' : undefined}
            >
              {t(led ? 'botPage.logLed' : 'botPage.logAll')}
            </a>
          )
        })}
      </nav>
      {log.rows.length === 0 ? (
        <p className="panel-text">{t(places.led ? 'botPage.noLogLed' : 'botPage.noLog')}</p>
      ) : (
        <ol className="bot-log">
          {log.rows.map(({ time, part, entry }) => (
            <li key={`${time}.${part}`} id={`log-${time}-${part}`} data-kind={entry.kind}>
              <time dateTime={new Date(entry.time).toISOString()}>{formatTime(locale, entry.time)}</time>
              <div>
                <EntryText entry={entry} digits={digits} strategy={view.plan.strategy} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <PageLinks
        id="log"
        address={address}
        older={older}
        newest={places.log === undefined ? undefined : { ...places, log: undefined }}
      />
    </Panel>
  )
}
