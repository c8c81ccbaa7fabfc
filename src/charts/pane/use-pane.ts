import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { loadIndicators } from '../../indicators/on-demand.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import { narrowCount, narrowWindow, wideCount } from '../canvas/dimensions.ts'
import { readPalette, type SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { Pane, PaneLook } from './pane.ts'

export interface PaneOptions {
  asset: ChartAsset
  state: ChartState
  candles: readonly DecimalCandle[]
  /** Time that is shown at first, ms UTC, instead of the newest candles */
  moment?: number | undefined
  colors: SeriesColors
  locale: Locale
  /** Supply of a replay; null while its code is loading, when the chart waits; otherwise the chart is live */
  supply?: CandleSupply | null | undefined
}

export interface ShownPane {
  pane: Pane | undefined
  /** Whether the chart library could not be loaded; the poster then stays */
  hasFailed: boolean
}

export function usePane(host: RefObject<HTMLElement | null>, options: PaneOptions): ShownPane {
  const [pane, setPane] = useState<Pane>()
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(options)
  const shown = useRef('')
  const supplied = useRef(options.supply)
  // The latest options are stored in a layout effect, because the next key or pointer event may come before the frame
  // is painted.
  useLayoutEffect(() => {
    latest.current = options
  })
  const isAwaited = options.supply === null
  useEffect(() => {
    const element = host.current
    if (!element || isAwaited) return
    let made: Pane | undefined
    let isGone = false
    const showAnew = () => made?.show(lookOf(element, latest.current))
    // The color mode can be changed by the switch, the system or another tab; each changes a class of `<html>`.
    const modes = new MutationObserver(showAnew)
    modes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    const begin = ({ createPane }: typeof import('./create-pane.ts')) => {
      if (isGone) return
      const { asset, state, colors, locale, candles, moment, supply } = latest.current
      supplied.current = supply
      shown.current = JSON.stringify([asset, state, colors, locale])
      const visible = matchMedia(narrowWindow).matches ? narrowCount : wideCount
      made = createPane(element, lookOf(element, latest.current), {
        candles,
        visible,
        moment,
        supply: supply ?? undefined,
      })
      // The chart is drawn in the next frame; until then the poster stays visible.
      requestAnimationFrame(() => requestAnimationFrame(() => !isGone && setPane(made)))
    }
    const loading = loadIndicators(latest.current.state.indicators)?.catch(reportError)
    const library = import('./create-pane.ts')
    Promise.all([library, loading]).then(
      ([module]) => begin(module),
      (error: unknown) => {
        reportError(error)
        setFailed(true)
      },
    )
    return () => {
      isGone = true
      modes.disconnect()
      setPane(undefined)
      made?.dispose()
    }
  }, [host, isAwaited])
  const { asset, state, colors, locale } = options
  useEffect(() => {
    const element = host.current
    if (!pane || !element) return
    const wanted = JSON.stringify([asset, state, colors, locale])
    // An unchanged look is not drawn again, because a redraw would move the crosshair away from the mouse.
    if (wanted === shown.current) return
    shown.current = wanted
    const show = () => pane.show(lookOf(element, { asset, state, colors, locale }))
    const loading = loadIndicators(state.indicators)
    if (!loading) return show()
    // Without their code, indicators stay empty; the next change tries to load it again.
    loading.catch(reportError).then(() => shown.current === wanted && show())
  }, [pane, host, asset, state, colors, locale])
  useSupply(pane, options.supply, supplied)
  return { pane, hasFailed }
}

/** Changes the supply of a chart. @param supplied  supply with which the chart was created or changed last */
function useSupply(
  pane: Pane | undefined,
  supply: PaneOptions['supply'],
  supplied: { current: PaneOptions['supply'] },
) {
  useEffect(() => {
    if (!pane || supply === supplied.current) return
    supplied.current = supply
    pane.change(supply ?? undefined)
  }, [pane, supply, supplied])
}

function lookOf(
  element: Element,
  { asset, state, colors, locale }: Omit<PaneOptions, 'candles' | 'moment' | 'supply'>,
): PaneLook {
  return { ...state, priceDigits: asset.priceDigits, locale, palette: readPalette(element, colors) }
}
