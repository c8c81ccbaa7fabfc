import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { IPrimitivePaneView, ISeriesApi, ISeriesPrimitive, SeriesType } from 'lightweight-charts'
import { type ProfileRow, type VolumeProfile, volumeProfile } from '../../indicators/volume-profile.ts'
import type { ChartView } from '../canvas/chart-view.ts'

export interface ShownProfile {
  readonly profile: ReadonlySignal<VolumeProfile | undefined>
  dispose(): void
}

/** Time between a redraw and the next computation, ms; redraws in between are covered by it */
const pauseMs = 120
/** Share of the pane's width that the longest row has */
const widest = 0.3

/** Draws the volume profile of the visible candles at the price axis. */
export function showProfile(view: ChartView, count: number): ShownProfile {
  const profile = signal<VolumeProfile | undefined>(undefined)
  let series: ISeriesApi<SeriesType> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let known = ''
  let redraw = () => {}
  const paneView: IPrimitivePaneView = {
    zOrder: () => 'bottom',
    renderer: () => ({
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const shown = profile.peek()
          if (shown) drawProfile(context, mediaSize.width, view, shown)
        }),
    }),
  }
  const primitive: ISeriesPrimitive = {
    attached: ({ requestUpdate }) => {
      redraw = requestUpdate
    },
    paneViews: () => [paneView],
  }
  const refresh = () => {
    timer = undefined
    const from = view.xToTime(0) ?? Number.NEGATIVE_INFINITY
    const to = view.xToTime(view.chart.timeScale().width()) ?? Number.POSITIVE_INFINITY
    const candles = view.candles.filter(({ openTime }) => openTime >= from && openTime <= to)
    const [first, last] = [candles[0], candles.at(-1)]
    const key = [first?.openTime, last?.openTime, candles.length, last?.volume, last?.close].join()
    // Every change of the look makes another series.
    const isOther = series !== view.series
    if (isOther) {
      series = view.series
      series.attachPrimitive(primitive)
    }
    if (key === known && !isOther) return
    known = key
    profile.value = volumeProfile(candles, count)
    redraw()
  }
  const stop = view.onRedraw(() => {
    timer ??= setTimeout(refresh, pauseMs)
  })
  refresh()
  return {
    profile,
    dispose: () => {
      stop()
      clearTimeout(timer)
      series?.detachPrimitive(primitive)
    },
  }
}

function drawProfile(context: CanvasRenderingContext2D, width: number, view: ChartView, profile: VolumeProfile): void {
  const { rows, control, area } = profile
  const { palette } = view.look
  const volumeOf = (at: number) => (rows[at]?.rise ?? 0) + (rows[at]?.fall ?? 0)
  const scale = (width * widest) / volumeOf(control)
  for (const [at, { low, high, rise, fall }] of rows.entries()) {
    const [top, bottom] = [view.priceToY(high), view.priceToY(low)]
    if (top === undefined || bottom === undefined) continue
    const height = Math.max(1, bottom - top - 1)
    context.globalAlpha = at >= area.from && at <= area.to ? 1 : 0.45
    context.fillStyle = palette.riseVolume
    context.fillRect(width - rise * scale, top, rise * scale, height)
    context.fillStyle = palette.fallVolume
    context.fillRect(width - (rise + fall) * scale, top, fall * scale, height)
  }
  context.globalAlpha = 1
  const y = view.priceToY(priceOf(rows[control]))
  if (y === undefined) return
  context.strokeStyle = palette.text
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(0, Math.round(y) + 0.5)
  context.lineTo(width, Math.round(y) + 0.5)
  context.stroke()
  context.setLineDash([])
}

/** Price that stands for a row: its middle */
function priceOf(row: ProfileRow | undefined): number {
  return row ? (row.low + row.high) / 2 : Number.NaN
}
