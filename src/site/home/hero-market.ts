import type { Locale } from '../../i18n/locales.ts'

export interface HeroCandle {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export interface HeroAsset {
  /** Such as `BTC` */
  base: string
  /** Decimal places of prices */
  digits: number
  last: number
  /** Percent in 24 hours; undefined while no price from a day ago is known */
  change: number | undefined
  /** Oldest first */
  spark: number[]
}

/** Data of the landing page's chart, provided by another domain. */
export interface HeroMarket {
  /** Such as `BTC/USDT` */
  pair: string
  isDemo: boolean
  /** The chart's own asset has had no updates for a long time */
  isStale: boolean
  candles: HeroCandle[]
  /** Moscow times below the lines that divide the chart into six, such as `14:15` */
  hours: string[]
  /** The chart's own asset first, then assets that are not stale */
  assets: HeroAsset[]
  /** Moscow time, such as `14:05` */
  at: string
  /** Path of the chart, without the locale */
  path: string
}

/** Resolves to undefined while too few prices are known. */
export type ReadHero = (locale: Locale) => Promise<HeroMarket | undefined>
