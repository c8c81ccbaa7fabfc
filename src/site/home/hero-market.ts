import type { Locale } from '../../i18n/locales.ts'

export interface HeroCandle {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export interface HeroAsset {
  /** `BTC` */
  base: string
  /** Decimals */
  digits: number
  last: number
  /** Per cent in 24 hours; undefined while no price of a day ago is known */
  change: number | undefined
  /** Oldest first */
  spark: number[]
}

/** What the landing page's chart is drawn from; another domain's. */
export interface HeroMarket {
  /** `BTC/USDT` */
  pair: string
  isDemo: boolean
  /** No news of the chart's own asset for long */
  isStale: boolean
  candles: HeroCandle[]
  /** Moscow times below the lines that part the chart in six: `14:15` */
  hours: string[]
  /** The chart's own first; of the others none is stale */
  assets: HeroAsset[]
  /** `14:05`, Moscow time */
  at: string
  /** Of the chart, below the locale */
  path: string
}

/** Undefined while too few prices are known. */
export type ReadHero = (locale: Locale) => Promise<HeroMarket | undefined>
