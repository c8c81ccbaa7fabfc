import type { TradeMark } from '../../charts/poster/pane.tsx'
import { Poster } from '../../charts/poster/poster.tsx'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { type DecimalCandle, decimalsOf } from '../../market/candle.ts'
import type { Market } from '../../market/market.ts'
import { closeTimeOf, minuteMs, type Timeframe, timeframes } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { timeframeText } from '../bot-numbers.ts'
import { BotsLayout } from '../bots-layout.tsx'
import type { ManualTrade } from './paper-queries.ts'
import type { AccountView } from './paper-view.ts'
import { formatUnits } from './ticket-text.ts'

/** Candles of a picture: at most so many from the first trade to the last, and so many after it */
const [maxBetween, after, count] = [30, 8, 48]

export interface TradePictureProps {
  asset: string
  tf: Timeframe
  candles: readonly DecimalCandle[]
  /** Trades of the position, oldest first; the picture is about the last one */
  trades: readonly ManualTrade[]
}

/** Reads the candles around the trades of a position in the finest timeframe that shows all of them. */
export async function readTradePicture(
  market: Pick<Market, 'candles' | 'feed'>,
  { instrument, account: { row } }: Pick<AccountView, 'instrument' | 'account'>,
  trades: readonly ManualTrade[],
): Promise<TradePictureProps> {
  const { asset } = instrument
  const [from, to] = [trades[0]?.time ?? 0, trades.at(-1)?.time ?? 0]
  const tf = timeframes.find((each) => (to - from) / (each * minuteMs) <= maxBetween) ?? 43200
  const end = closeTimeOf(to, tf) + after * tf * minuteMs
  // Stored candles of another source are not those that the account traded on.
  const isSame = row?.source === market.feed.id && row.priceDigits === instrument.priceDigits
  const read = isSame ? await market.candles({ asset, tf, to: end, limit: count }) : []
  const isShown = read.some(({ openTime }) => openTime <= to && to < closeTimeOf(openTime, tf))
  return { asset, tf, candles: isShown ? read.map((candle) => decimalsOf(candle, instrument)) : [], trades }
}

/** Chart around a trade with its entries and the exit; a text without candles of that time. */
export function TradePicture({ asset, tf, candles, trades }: TradePictureProps) {
  const { locale, t } = useLocale()
  if (candles.length === 0) return <p className="field-hint">{t('paper.pictureNone')}</p>
  const digits = trades[0]?.priceDigits ?? 2
  const marks = trades.map(
    ({ time, side, price }, index): TradeMark => ({
      time,
      side,
      price: toDecimal(wholeUnits(price), digits),
      isMain: index === 0 || index === trades.length - 1,
    }),
  )
  const told = ({ time, side, price }: ManualTrade) =>
    `${t(`bots.sides.${side}`)} ${formatUnits(locale, wholeUnits(price), digits)}, ${formatTime(locale, time)}`
  const ends = [trades[0], trades.length > 1 ? trades.at(-1) : undefined].flatMap((trade) => trade ?? [])
  const caption = [...ends.map(told), timeframeText(t, tf)].join(' · ')
  return (
    <figure className="paper-picture-figure">
      <Poster
        state={{ asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] }}
        candles={candles}
        count={count}
        colors={{}}
        priceDigits={digits}
        locale={locale}
        className=""
        trades={marks.filter(({ time }) => time >= (candles[0]?.openTime ?? 0))}
      />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

export function TradePicturePage(props: TradePictureProps) {
  const { locale, t } = useLocale()
  const { asset, trades } = props
  const time = formatTime(locale, trades.at(-1)?.time ?? 0)
  return (
    <BotsLayout title={t('paper.pictureTitle', { asset, time })}>
      <section className="panel">
        <TradePicture {...props} />
        <p>{trades.at(-1)?.note}</p>
      </section>
      <p>
        <a className="paper-link" href={localised(locale, href(paths.paperAsset, { asset }))}>
          {t('paper.assetTitle', { asset })}
        </a>
      </p>
    </BotsLayout>
  )
}
