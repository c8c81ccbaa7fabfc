import { paramsOf } from '../../ui/list/list-params.ts'
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
