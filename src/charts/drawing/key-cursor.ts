import { minuteMs } from '../../market/timeframe.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { Projection, Spot } from './geometry.ts'
import { snapTime } from './snap.ts'
import { setAttributes } from './svg.ts'

/** Cross moved by keys; starts on the candle in the middle. */
export interface KeyCursor {
  show(scale: Projection): Spot
  move(scale: Projection, dx: number, dy: number): Spot
  hide(): void
}

export function createKeyCursor(view: ChartView, path: SVGPathElement): KeyCursor {
  let spot: Spot | undefined
  const put = (next: Spot | undefined) => {
    spot = next
    setAttributes(path, { d: next ? `M${next.x - 9} ${next.y}h18M${next.x} ${next.y - 9}v18` : '' })
  }
  const show = (scale: Projection): Spot => {
    const time = () => snapTime(view.candles, view.look.tf * minuteMs, scale.timeOf(scale.width / 2))
    const shown = spot ?? { x: scale.xOf(time()), y: scale.height / 2 }
    put(shown)
    return shown
  }
  return {
    show,
    move: (scale, dx, dy) => {
      const by = spot ? { dx, dy } : { dx: 0, dy: 0 }
      const from = show(scale)
      const to = {
        x: Math.min(scale.width, Math.max(0, from.x + by.dx)),
        y: Math.min(scale.height, Math.max(0, from.y + by.dy)),
      }
      put(to)
      return to
    },
    hide: () => put(undefined),
  }
}
