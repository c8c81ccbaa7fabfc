import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { Navigation } from '../controls/state-link.tsx'
import type { DrawingDesk } from '../drawing/desk.ts'
import { createDrawingLayer, type DrawingLayer } from '../drawing/layer.ts'
import { ChartPane } from '../pane/chart-pane.tsx'
import type { Pane } from '../pane/pane.ts'
import { TradingLines } from '../trading/trading-lines.tsx'
import { useLater } from '../use-later.ts'
import { type ChartWords, fill } from '../words.ts'

export interface ShownChart {
  pane: Pane
  layer: DrawingLayer
}

export interface LayoutCellProps {
  number: number
  isActive: boolean
  isAlone: boolean
  state: ChartState
  asset: ChartAsset | undefined
  compared: ChartAsset | undefined
  candles: readonly DecimalCandle[]
  moment?: number | undefined
  supply?: CandleSupply | null | undefined
  desk: DrawingDesk
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  empty: string
  to: Navigation
  onActivate(number: number): void
  onShow: Dispatch<SetStateAction<readonly (ShownChart | undefined)[]>>
}

export function LayoutCell(props: LayoutCellProps) {
  const { number, isActive, isAlone, state, asset, compared, desk, words, onActivate, onShow, ...more } = props
  const cell = useRef<HTMLFieldSetElement>(null)
  const [pane, setPane] = useState<Pane>()
  const [layer, setLayer] = useState<DrawingLayer>()
  const shownAsset = asset?.asset
  useEffect(() => {
    if (!pane || !shownAsset) return
    const made = createDrawingLayer(pane.view, shownAsset, desk, words)
    setLayer(made)
    return () => {
      setLayer(undefined)
      made.dispose()
    }
  }, [pane, shownAsset, desk, words])
  useEffect(() => {
    if (!pane || !layer) return
    const put = (chart: ShownChart | undefined) =>
      onShow((charts) =>
        Array.from({ length: Math.max(charts.length, number + 1) }, (_, at) => (at === number ? chart : charts[at])),
      )
    put({ pane, layer })
    return () => put(undefined)
  }, [pane, layer, number, onShow])
  useEffect(() => {
    const element = cell.current
    const activate = () => onActivate(number)
    element?.addEventListener('pointerdown', activate, { capture: true })
    element?.addEventListener('focusin', activate)
    return () => {
      element?.removeEventListener('pointerdown', activate, { capture: true })
      element?.removeEventListener('focusin', activate)
    }
  }, [number, onActivate])
  if (!asset) return null
  return (
    <fieldset
      ref={cell}
      className="chart-cell"
      data-active={isActive && !isAlone}
      aria-label={fill(words.drawing.chartNumber, { number: number + 1 })}
    >
      <ChartPane
        {...more}
        asset={asset}
        // If another asset is compared, both are shown in percent.
        state={compared ? { ...state, scale: 'percent' } : state}
        words={words}
        onPane={setPane}
      >
        {pane && <PaneExtras {...{ pane, asset, compared, state, words, ...more }} />}
      </ChartPane>
    </fieldset>
  )
}

interface PaneExtrasProps extends Pick<LayoutCellProps, 'compared' | 'state' | 'supply' | 'locale' | 'words'> {
  pane: Pane
  asset: ChartAsset
}

/** Lines and legends of the pane beyond those of its candles. The code of what few charts have is loaded for them. */
function PaneExtras({ pane, asset, compared, state, supply, locale, words }: PaneExtrasProps) {
  const code = useLater(compared !== undefined || state.profile !== undefined)
  const shared = { pane, locale }
  return (
    <>
      {/* A replay hides alerts and orders of the present. */}
      {supply === undefined && (
        <TradingLines {...shared} asset={asset.asset} digits={asset.priceDigits} words={words.trading} />
      )}
      {compared && code && (
        <code.CompareLegend {...shared} asset={compared} tf={state.tf} supply={supply} words={words} />
      )}
      {state.profile && code && <code.ProfileLegend {...shared} {...{ state, asset, words }} />}
    </>
  )
}
