import type { IChartApi, IPrimitivePaneView, Logical } from 'lightweight-charts'
import { type Hole, spanText } from '../candles/holes.ts'
import { axisFormats } from './axis-time.ts'
import type { ChartLook } from './chart-look.ts'

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0]

interface Spot {
  x: number
  text: string
}

/** Height of a line of text, and the number of lines in which the dates of neighboring holes are placed */
const [lineHeight, maxLines] = [18, 4]

/**
 * Draws a break between two candles between which others are missing, with the dates of the missing ones. Dates that
 * have no room beside others appear when the chart is zoomed in.
 */
export function createHoleMarks(chart: IChartApi, shown: () => { holes: readonly Hole[]; look: ChartLook }) {
  const spots = (width: number): Spot[] => {
    const { holes, look } = shown()
    const { moment } = axisFormats(look.locale, look.tf)
    const scale = chart.timeScale()
    const visible = scale.getVisibleLogicalRange()
    if (!visible) return []
    const { from, to } = visible
    const inside = holes.filter(({ index }) => index > from && index - 1 < to)
    return inside.flatMap((hole) => {
      const [left, right] = [hole.index - 1, hole.index].map((at) => scale.logicalToCoordinate(at as Logical))
      if (typeof left !== 'number' || typeof right !== 'number') return []
      const x = (left + right) / 2
      return x >= 0 && x <= width ? [{ x, text: spanText(hole, moment) }] : []
    })
  }
  const draw = (target: Target) => {
    if (shown().holes.length === 0) return
    // The method is bound to another name, because the linter takes the library's `use…` method for a React hook.
    const paint = target.useMediaCoordinateSpace.bind(target)
    paint(({ context, mediaSize: { width, height } }) => {
      const { palette } = shown().look
      const all = spots(width)
      context.strokeStyle = palette.text
      context.setLineDash([3, 3])
      context.beginPath()
      for (const { x } of all) {
        context.moveTo(x, 0)
        context.lineTo(x, height)
      }
      context.stroke()
      context.font = "11px 'Inter Variable', system-ui, sans-serif"
      context.textBaseline = 'middle'
      const ends = new Array<number>(maxLines).fill(0)
      for (const { x, text } of all) {
        const length = context.measureText(text).width + 8
        const left = Math.max(0, Math.min(width - length, x - length / 2))
        const line = ends.findIndex((end) => end <= left)
        if (line < 0) continue
        ends[line] = left + length + 4
        const y = height - lineHeight * (line + 1)
        context.fillStyle = palette.background
        context.fillRect(left, y, length, lineHeight - 2)
        context.fillStyle = palette.text
        context.fillText(text, left + 4, y + lineHeight / 2 - 1)
      }
    })
  }
  const view: IPrimitivePaneView = { renderer: () => ({ draw }), zOrder: () => 'top' }
  return [view] as const
}
