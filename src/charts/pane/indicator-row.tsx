import type { IndicatorValues } from '../../indicators/indicator.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { indicatorLooks } from '../canvas/chart-look.ts'
import { legible } from '../canvas/palette.ts'
import { type ChartIndicator, chartIndicatorText } from '../chart-indicator.ts'
import { Glyph } from '../controls/glyph.tsx'
import type { IndicatorActs } from '../controls/indicator-acts.ts'
import { IndicatorForm } from '../controls/indicator-form.tsx'
import { Menu } from '../controls/menus.tsx'
import type { Navigation } from '../controls/state-link.tsx'
import { type ChartWords, fill, indicatorName } from '../words.ts'
import { FirstNumbers } from './first-numbers.server.tsx'
import { IndicatorNumbers } from './indicator-numbers.tsx'
import { PaneLinks } from './pane-links.tsx'

export interface IndicatorRowProps {
  choice: ChartIndicator
  /** Number of the pane that the indicator has for itself, from 1; 0 if it is drawn in the price pane */
  pane: number
  /** Number of indicators above it in that pane */
  row: number
  isSecond: boolean
  values: IndicatorValues | undefined
  /** Candles of the page, for the first numbers of the indicator */
  candles: readonly DecimalCandle[]
  format(value: number): string
  words: ChartWords
  /** How the indicator is changed; without it, it has no controls */
  to: Navigation | undefined
  acts: IndicatorActs
}

/** Legend of an indicator: its name opens its settings. */
export function IndicatorRow(props: IndicatorRowProps) {
  const { choice, pane, row, isSecond, values, candles, format, words, to, acts } = props
  const { id, isHidden } = choice
  const own = choice.colors?.find(Boolean)
  const name = indicatorName(choice, words)
  return (
    <li data-indicator={chartIndicatorText(choice)} data-pane={pane || undefined} data-row={row || undefined}>
      <svg
        className={`chart-legend-ink chart-ink-${indicatorLooks[id].ink} ${isSecond ? 'is-second' : ''}`}
        aria-hidden="true"
      >
        {own && <rect width="100%" height="100%" fill={legible(own)} />}
      </svg>
      {to ? (
        <>
          <Menu label={words.indicatorSettings} value={name} className="indicator-settings">
            <IndicatorForm id={id} choice={choice} to={to} words={words} />
            <p className="indicator-acts">
              <a
                className="chart-button is-text"
                href={acts.toggled(choice)}
                onClick={(event) => acts.toggle(event, choice)}
              >
                {isHidden ? words.show : words.hide}
              </a>
              <a
                className="chart-button is-text"
                href={acts.removal(choice)}
                onClick={(event) => acts.remove(event, choice)}
              >
                {words.remove}
              </a>
              {pane > 0 && <PaneLinks choice={choice} to={to} words={words} />}
            </p>
          </Menu>
          {/* The links are before the numbers, because the widths of those change while the pointer moves here. */}
          <a
            className="chart-legend-act"
            href={acts.toggled(choice)}
            aria-label={fill(isHidden ? words.showIndicator : words.hideIndicator, { name })}
            onClick={(event) => acts.toggle(event, choice)}
          >
            <Glyph name={isHidden ? 'hidden' : 'eye'} />
          </a>
          <a
            className="chart-legend-act"
            href={acts.removal(choice)}
            data-act="remove"
            aria-label={fill(words.removeIndicator, { name })}
            onClick={(event) => acts.remove(event, choice)}
          >
            <Glyph name="close" />
          </a>
        </>
      ) : (
        name
      )}
      {isHidden ? null : values ? (
        <IndicatorNumbers id={id} values={values} format={format} />
      ) : (
        <FirstNumbers choice={choice} candles={candles} format={format} />
      )}
    </li>
  )
}
