import { useSignals } from '@preact/signals-react/runtime'
import type { IPrimitivePaneView, ISeriesApi, ISeriesPrimitive, SeriesType } from 'lightweight-charts'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Span } from '../../market/span.ts'
import { type CandleLength, minuteMs } from '../../market/timeframe.ts'
import { spanText } from '../candles/holes.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { Pane } from '../pane/pane.ts'
import { type ChartWords, fill } from '../words.ts'
import { type PartialCandle, partialCandles } from './partial-candles.ts'

export interface GapNotesProps {
  pane: Pane
  tf: CandleLength
  words: ChartWords
  gaps: readonly Span[]
}

/** Number of gaps that a note lists */
const maxListed = 3

/** Marks the candles that lack minutes, and tells which ones the candle under the crosshair lacks. */
export function GapNotes({ pane, tf, words, gaps }: GapNotesProps) {
  useSignals()
  const note = useRef<HTMLParagraphElement>(null)
  const { view } = pane
  const candles = pane.candles.value
  const partial = useMemo(() => partialCandles(candles, tf, gaps), [candles, tf, gaps])
  useEffect(() => markCandles(view, partial), [view, partial])
  const candle = pane.pointed.value?.candle
  const shown = pane.isPointed.value && candle ? partial.get(candle.openTime) : undefined
  useLayoutEffect(() => {
    const place = () => {
      const [x, y] = [candle && view.timeToX(candle.openTime), candle && view.priceToY(candle.low)]
      const { style, offsetHeight = 0, parentElement: plot } = note.current ?? {}
      if (!style || !plot || x === undefined || y === undefined) return
      // On the side of the candle that has more room
      const isLeft = x > plot.clientWidth / 2
      style.insetInlineStart = isLeft ? 'auto' : `${x}px`
      style.insetInlineEnd = isLeft ? `${plot.clientWidth - x}px` : 'auto'
      style.insetBlockStart = `${Math.min(y + 2 * markDistance, plot.clientHeight - offsetHeight)}px`
    }
    place()
    return view.onRedraw(place)
  }, [view, candle])
  return (
    <p ref={note} className="gap-note" role="status">
      {shown && noteOf(shown, view, words.minutesMissing)}
    </p>
  )
}

function noteOf({ missing, total, gaps }: PartialCandle, { look }: ChartView, text: string): string {
  const { moment } = axisFormats(look.locale, 1)
  const spans = gaps.slice(0, maxListed).map(({ from, to }) => spanText({ first: from, last: to - minuteMs }, moment))
  const more = gaps.length > maxListed ? ['…'] : []
  return `${fill(text, { missing, total })}: ${[...spans, ...more].join('; ')}`
}

/** Distance of a mark from the low of its candle, px */
const markDistance = 9

/** Draws a mark below each candle that lacks minutes. Returns a function that removes the marks. */
function markCandles(view: ChartView, partial: ReadonlyMap<number, PartialCandle>): () => void {
  const paneView: IPrimitivePaneView = {
    zOrder: () => 'top',
    renderer: () => ({
      draw: (target) => target.useMediaCoordinateSpace(({ context }) => drawMarks(context, view, partial)),
    }),
  }
  let redraw = () => {}
  const primitive: ISeriesPrimitive = {
    attached: ({ requestUpdate }) => {
      redraw = requestUpdate
    },
    paneViews: () => [paneView],
  }
  let series: ISeriesApi<SeriesType> | undefined
  const attach = () => {
    // Every change of the look makes another series.
    if (series === view.series) return
    series = view.series
    series.attachPrimitive(primitive)
    redraw()
  }
  attach()
  const stop = view.onRedraw(() => queueMicrotask(attach))
  return () => {
    stop()
    series?.detachPrimitive(primitive)
    series = view.series
  }
}

function drawMarks(
  context: CanvasRenderingContext2D,
  view: ChartView,
  partial: ReadonlyMap<number, PartialCandle>,
): void {
  const range = view.chart.timeScale().getVisibleLogicalRange()
  if (!range) return
  const visible = view.candles.slice(Math.max(0, Math.floor(range.from)), Math.ceil(range.to) + 1)
  const size = visible.length > view.chart.timeScale().width() / 8 ? 2 : 3.5
  context.strokeStyle = view.look.palette.text
  context.lineWidth = 1.5
  context.beginPath()
  for (const { openTime, low } of visible) {
    if (!partial.has(openTime)) continue
    const [x, y] = [view.timeToX(openTime), view.priceToY(low)]
    if (x === undefined || y === undefined) continue
    const middle = y + markDistance
    context.moveTo(x, middle - size)
    for (const [right, down] of [
      [size, 0],
      [0, size],
      [-size, 0],
      [0, -size],
    ] as const) {
      context.lineTo(x + right, middle + down)
    }
  }
  context.stroke()
}
