import type { ReactElement, ReactNode } from 'react'
import { Sparkline } from '../charts/sparkline.tsx'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { formatCoefficient, formatCompact, formatPercent } from '../i18n/numbers.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import type { AssetStatus } from '../live/asset-status.ts'
import { LivePrice } from '../live/live-price.island.tsx'
import { quoteText } from '../market/instrument.ts'
import { changeDirection, formatChange } from '../market/price-format.ts'
import { href, paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { type AssetLine, measureOf, type PricelessAsset, turnoverOf } from './asset-line.ts'
import { AssetMark } from './asset-mark.tsx'
import { LiveChange } from './live-change.island.tsx'
import { LiveRange } from './live-range.island.tsx'
import { missingReason } from './screener-words.ts'
import type { Column } from './settings.ts'

export interface StarProps {
  asset: string
  isFavourite: boolean
  /** Redirect target without JavaScript: a path below the locale, with its query */
  back: string
  /** Selector of the element that the answer replaces; default: the form itself */
  target?: string | undefined
}

export function Star({ asset, isFavourite, back, target = 'this' }: StarProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, href(paths.enigmaFavourite, { asset }))
  return (
    <form
      id={`star-${asset}`}
      className="star"
      method="post"
      action={action}
      hx-post={action}
      hx-swap="outerMorph"
      hx-target={target}
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="favourite" value={isFavourite ? 'no' : 'yes'} />
      <button
        id={`star-button-${asset}`}
        type="submit"
        className="star-button"
        aria-label={t(isFavourite ? 'enigma.unstar' : 'enigma.star', { asset })}
        aria-pressed={isFavourite}
        data-row-act
      >
        <Icon name="i-lucide-star" />
      </button>
    </form>
  )
}

/** Link to the choice of the watchlists that contain an asset */
export function WatchlistsLink({ asset }: { asset: string }) {
  const { locale, t } = useLocale()
  return (
    <a
      className="star-button"
      href={`${localised(locale, paths.watchlists)}?asset=${asset}`}
      aria-label={t('watchlists.choose', { asset })}
    >
      <Icon name="i-lucide-list-plus" />
    </a>
  )
}

interface RowProps {
  standing: AssetStatus
  columns: readonly Column[]
  /** Columns by which the list is sorted or filtered; phones show them too */
  asked: readonly Column[]
  /** Props that all stars of the list share */
  star: Pick<StarProps, 'back' | 'target'>
}

export interface AssetRowProps extends RowProps {
  line: AssetLine
}

export interface PricelessRowProps extends RowProps {
  asset: PricelessAsset
}

/** Row of an asset in the list. Each live cell is a separate island, so that only rows in sight follow the market. */
export function AssetRow({ line, ...row }: AssetRowProps) {
  const { locale } = useLocale()
  const { asset, instrument } = line
  const cells: Record<Column, ReactElement> = {
    change: <Change line={line} column="change" />,
    week: <Change line={line} column="week" />,
    month: <Change line={line} column="month" />,
    range: <Range line={line} />,
    volume: <Volume line={line} />,
    volatility: <Figure line={line} column="volatility" format={(value) => formatPercent(locale, value)} />,
    deviation: <Figure line={line} column="deviation" format={(value) => formatPercent(locale, value)} />,
    rsi: <Figure line={line} column="rsi" format={(value) => formatCoefficient(locale, value)} />,
    sma: <Figure line={line} column="sma" format={(value) => formatChange(locale, value)} isSigned />,
    spark: <Sparkline prices={line.spark} direction={changeDirection(line.change24h)} />,
  }
  const price = (
    <Island name="live-price">
      <LivePrice
        asset={asset}
        last={line.last}
        digits={instrument.priceDigits}
        stale={row.standing.stale}
        locale={locale}
      />
    </Island>
  )
  return <Row asset={line} price={price} cells={cells} {...row} />
}

const nothing: Record<Column, string> = {
  ...{ change: '—', week: '—', month: '—', range: '—', volume: '—', volatility: '—' },
  ...{ deviation: '—', rsi: '—', sma: '—', spark: '' },
}

export function PricelessRow({ asset, ...row }: PricelessRowProps) {
  return <Row asset={asset} price="—" cells={nothing} {...row} />
}

const figureColumns: readonly string[] = ['week', 'month', 'deviation', 'rsi', 'sma'] satisfies Column[]

export function cellClass(column: Column | 'price'): string {
  return `asset-${column}${figureColumns.includes(column) ? ' asset-figure' : ''}`
}

interface WholeRowProps extends PricelessRowProps {
  price: ReactNode
  cells: Record<Column, ReactNode>
}

function Row({
  asset: { asset, instrument, isFavourite },
  price,
  cells,
  standing,
  columns,
  asked,
  star,
}: WholeRowProps) {
  const { locale, t } = useLocale()
  return (
    <tr id={`asset-${asset}`} data-row>
      <td className="asset-star">
        <Star asset={asset} isFavourite={isFavourite} {...star} />
        <WatchlistsLink asset={asset} />
      </td>
      <th scope="row" className="asset-name">
        <a id={`open-${asset}`} href={localised(locale, href(paths.enigmaAsset, { asset }))} data-row-open>
          <AssetLogo base={instrument.base} />
          <b>
            {instrument.base}
            <span>/{quoteText(instrument)}</span>
          </b>
          <span className="asset-full-name">
            {instrument.name} <AssetMark standing={standing} />
          </span>
        </a>
      </th>
      <td className="asset-price" data-label={t('enigma.sorts.price')}>
        {price}
      </td>
      {columns.map((column) => (
        <td
          key={column}
          className={`${cellClass(column)}${asked.includes(column) ? ' is-asked' : ''}`}
          data-label={t(column === 'spark' ? 'enigma.spark' : `enigma.sorts.${column}`)}
        >
          {cells[column]}
        </td>
      ))}
    </tr>
  )
}

type ChangeColumn = 'change' | 'week' | 'month'

function Change({ line, column }: { line: AssetLine; column: ChangeColumn }) {
  const { locale } = useLocale()
  const { asset, last } = line
  const change = measureOf(line, column)
  if (change === undefined && column !== 'change') return <Missing line={line} column={column} />
  return (
    <Island name="live-change">
      <LiveChange asset={asset} change={change} last={last} locale={locale} isOther={column !== 'change'} />
    </Island>
  )
}

interface FigureProps {
  line: AssetLine
  column: 'volatility' | 'deviation' | 'rsi' | 'sma'
  format(value: number): string
  isSigned?: boolean
}

function Figure({ line, column, format, isSigned = false }: FigureProps) {
  const value = measureOf(line, column)
  if (value === undefined) return <Missing line={line} column={column} />
  if (!isSigned) return <>{format(value)}</>
  return (
    <span className="change" data-direction={changeDirection(value)}>
      {format(value)}
    </span>
  )
}

/** Dash in place of a figure, with the reason as its title and for screen readers */
function Missing({ line, column }: { line: AssetLine; column: FigureProps['column'] | ChangeColumn }) {
  const { t } = useLocale()
  const reason = missingReason(t, column, line)
  return (
    <span title={reason}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{reason}</span>
    </span>
  )
}

export function Range({ line }: { line: AssetLine }) {
  const { locale, t } = useLocale()
  const ends = { lowest: t('enigma.lowest'), highest: t('enigma.highest') }
  const words = { ...ends, low: t('enigma.low'), high: t('enigma.high') }
  const { asset, last, low24h, high24h, instrument } = line
  const range = { asset, last, low: low24h, high: high24h, digits: instrument.priceDigits, locale, words }
  return (
    <Island name="live-range">
      <LiveRange {...range} />
    </Island>
  )
}

function Volume({ line }: { line: AssetLine }) {
  const { locale } = useLocale()
  const { base, quote } = line.instrument
  return (
    <span className="asset-volumes">
      <span>
        ≈ {formatCompact(locale, turnoverOf(line))} {quote}
      </span>
      <span className="asset-minor">
        {formatCompact(locale, line.volume24h)} {base}
      </span>
    </span>
  )
}
