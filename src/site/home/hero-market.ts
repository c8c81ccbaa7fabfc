import type { Locale } from '../../i18n/locales.ts'

export interface HeroCandle {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export interface HeroAsset {
  /** Base currency of the asset, such as `BTC` */
  base: string
  /** Number of decimal places of the asset's prices */
  digits: number
  last: number
  /** Price change in 24 hours, percent; undefined while no price from a day ago is known */
  change: number | undefined
  /** Prices of the small line, oldest first */
  spark: number[]
}

/** Data of the landing page's chart, which another domain provides. */
export interface HeroMarket {
  /** Name of the pair, such as `BTC/USDT` */
  pair: string
  isDemo: boolean
  /** Whether the asset of the chart has had no updates for a long time */
  isStale: boolean
  candles: HeroCandle[]
  /** Labels of the time axis: Moscow times such as `14:15`, below the lines that divide the chart into six parts */
  hours: string[]
  /** Assets beside the chart: first the asset of the chart, then others that are not stale */
  assets: HeroAsset[]
  /** Time of the prices in Moscow time, such as `14:05` */
  at: string
  /** Path of the full chart, without the locale */
  path: string
}

/**
 * Function that reads the data of the landing page's chart; it resolves to undefined while too few prices are known.
 */
export type ReadHero = (locale: Locale) => Promise<HeroMarket | undefined>
