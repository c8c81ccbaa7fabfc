import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { panesOf } from '../canvas/chart-look.ts'
import type { Navigation } from '../controls/state-link.tsx'
import type { Pane } from './pane.ts'

/** Distance of a legend from the top of its pane, px */
const gap = 3

/** Keeps the legends in their panes, and remembers the heights that the user gives to panes. */
export function usePaneHeights(
  stage: RefObject<HTMLElement | null>,
  { pane, to }: { pane: Pane | undefined; to: Navigation | undefined },
): void {
  const latest = useRef(to)
  useLayoutEffect(() => {
    latest.current = to
  })
  useEffect(() => {
    const element = stage.current
    if (!pane || !element) return
    const { heights } = pane.view
    const place = () => {
      const tops = heights.tops()
      for (const row of element.querySelectorAll<HTMLElement>('.chart-legend [data-pane]')) {
        const top = `${(tops[Number(row.dataset.pane)] ?? 0) + gap}px`
        if (row.style.insetBlockStart === top) continue
        row.style.insetBlockStart = top
        // Settings open above the legend, where they have this room.
        row.style.setProperty('--room', top)
      }
    }
    const stopPlacing = pane.view.onRedraw(place)
    let before = ''
    const press = () => {
      before = heights.sizes().join()
    }
    const release = () => {
      const sizes = heights.sizes()
      const now = latest.current
      if (!now?.go || before === '' || sizes.join() === before) return
      before = ''
      const panes = panesOf(now.state.indicators)
      const indicators = now.state.indicators.map((each, index) => {
        const own = panes[index] ?? 0
        if (own === 0 || panes.indexOf(own) !== index || each.isCollapsed) return each
        return { ...each, size: sizes[own - 1] }
      })
      now.go({ ...now.state, indicators })
    }
    pane.view.element.addEventListener('pointerdown', press, { capture: true })
    addEventListener('pointerup', release)
    return () => {
      stopPlacing()
      pane.view.element.removeEventListener('pointerdown', press, { capture: true })
      removeEventListener('pointerup', release)
    }
  }, [stage, pane])
}
