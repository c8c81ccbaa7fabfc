import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { Candle } from '../candle.ts'
import type { ChartAsset } from './chart-props.ts'
import type { ChartState } from './chart-state.ts'
import { readPalette, type SeriesColors } from './palette.ts'
import type { Pane, PaneLook } from './pane.ts'
import { narrowCount, narrowWindow, wideCount } from './room.ts'

export interface PaneOptions {
  asset: ChartAsset
  state: ChartState
  /** What the page has brought of the first state */
  candles: readonly Candle[]
  colors: SeriesColors
  locale: Locale
}

export interface ShownPane {
  /** Undefined until it is drawn */
  pane: Pane | undefined
  /** What draws could not be fetched: the picture is all there will be */
  hasFailed: boolean
}

/** Makes the chart in an element when the page is alive, and keeps it as the options say. */
export function usePane(host: RefObject<HTMLElement | null>, options: PaneOptions): ShownPane {
  const [pane, setPane] = useState<Pane>()
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(options)
  /** What the chart looks like now */
  const shown = useRef('')
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    let made: Pane | undefined
    let isGone = false
    const showAnew = () => made?.show(lookOf(element, latest.current))
    // The switch, the device and other tabs all end in a class of the document.
    const modes = new MutationObserver(showAnew)
    modes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    const begin = ({ createPane }: typeof import('./pane.ts')) => {
      if (isGone) return
      const { asset, state, colors, locale, candles } = latest.current
      shown.current = JSON.stringify([asset, state, colors, locale])
      const visible = matchMedia(narrowWindow).matches ? narrowCount : wideCount
      made = createPane(element, lookOf(element, latest.current), { candles, visible })
      // The chart draws with the next frame; until it has, the picture stays.
      requestAnimationFrame(() => requestAnimationFrame(() => !isGone && setPane(made)))
    }
    import('./pane.ts').then(begin, (error: unknown) => {
      reportError(error)
      setFailed(true)
    })
    return () => {
      isGone = true
      modes.disconnect()
      setPane(undefined)
      made?.dispose()
    }
  }, [host])
  const { asset, state, colors, locale } = options
  useEffect(() => {
    const element = host.current
    if (!pane || !element) return
    const wanted = JSON.stringify([asset, state, colors, locale])
    // Drawing anew what is there already would take the crosshair from under the mouse.
    if (wanted === shown.current) return
    shown.current = wanted
    pane.show(lookOf(element, { asset, state, colors, locale }))
  }, [pane, host, asset, state, colors, locale])
  return { pane, hasFailed }
}

function lookOf(element: Element, { asset, state, colors, locale }: Omit<PaneOptions, 'candles'>): PaneLook {
  return { ...state, priceDigits: asset.priceDigits, locale, palette: readPalette(element, colors) }
}
