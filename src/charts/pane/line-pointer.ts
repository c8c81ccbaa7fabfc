import type { ChartView } from '../canvas/chart-view.ts'
import type { IndicatorSeries } from '../canvas/series-indicators.ts'
import { chartIndicatorText } from '../chart-indicator.ts'
import { indicatorAt, type Spot } from './line-hit.ts'

/** Max distance at which a pointer hits a line, px */
const [mouseReach, touchReach] = [6, 12]
/** A press that moves further or lasts longer is no click, px and ms */
const [clickSlop, clickMs] = [4, 500]

export interface LinePointer {
  handle(event: Event): void
}

/**
 * Marks the line of an indicator under the mouse, or whose legend has the focus, and opens the settings of a line that
 * is clicked. Presses on drawings and price lines never arrive here. @param stage  element with the chart and its
 * legends
 */
export function createLinePointer(view: ChartView, stage: HTMLElement): LinePointer {
  const { element } = view
  let pressed: { spot: Spot; at: number } | undefined
  const mark = createMark(view, stage)
  const lineAt = (event: PointerEvent, spot: Spot) =>
    indicatorAt(view, spot, event.pointerType === 'touch' ? touchReach : mouseReach)

  const handlePointer = (event: PointerEvent) => {
    const spot = spotIn(element, event)
    const isOver = event.target instanceof Node && element.contains(event.target)
    if (event.type === 'pointerdown') {
      pressed = isOver && event.isPrimary && event.button === 0 ? { spot, at: event.timeStamp } : undefined
    } else if (event.type === 'pointerup') {
      const [from, at] = [pressed?.spot, pressed?.at ?? 0]
      pressed = undefined
      const isClick = from && Math.hypot(spot.x - from.x, spot.y - from.y) <= clickSlop
      const found = isClick && event.timeStamp - at < clickMs ? lineAt(event, spot) : undefined
      if (found) openSettings(stage, rowOf(stage, found))
    } else if (event.pointerType === 'mouse' && event.buttons === 0) {
      const isFree = isOver && event.type === 'pointermove' && !element.matches('.is-over-drawing, .is-drawing')
      const found = isFree ? lineAt(event, spot) : undefined
      element.classList.toggle('is-over-line', found !== undefined)
      mark(found ?? indicatorOf(event.target, view))
    }
  }
  return {
    handle: (event) => {
      if (event instanceof PointerEvent) handlePointer(event)
      else if (event instanceof KeyboardEvent) removeByKey(event)
      else mark(indicatorOf(event.target, view))
    },
  }
}

function spotIn(element: Element, { clientX, clientY }: PointerEvent): Spot {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function rowOf(stage: Element, { choice }: IndicatorSeries): Element | null {
  return stage.querySelector(`[data-indicator="${chartIndicatorText(choice)}"]`)
}

/** Finds the indicator in whose legend an element is. */
function indicatorOf(target: EventTarget | null, view: ChartView): IndicatorSeries | undefined {
  const text = target instanceof Element && target.closest<HTMLElement>('[data-indicator]')?.dataset.indicator
  return view.indicators().find(({ choice }) => chartIndicatorText(choice) === text)
}

/** Opens the settings in a legend, which is unfolded, and moves the focus there. */
function openSettings(stage: Element, row: Element | null): void {
  const settings = row?.querySelector('details')
  const fold = row?.closest('details')
  if (!settings || !fold) return
  fold.open = settings.open = true
  if (row?.getClientRects().length === 0) stage.querySelector<HTMLElement>('.chart-legend-toggle')?.click()
  requestAnimationFrame(() => settings.querySelector('summary')?.focus({ preventScroll: true }))
}

/** Removes the indicator on whose name Delete is pressed, as its link does. */
function removeByKey({ key, target }: KeyboardEvent): void {
  if ((key !== 'Delete' && key !== 'Backspace') || !(target instanceof Element) || !target.matches('summary')) return
  target.closest('[data-indicator]')?.querySelector<HTMLElement>('[data-act="remove"]')?.click()
}

/** Creates a function that draws the lines of one indicator thicker, and marks its legend; undefined ends the mark. */
function createMark(view: ChartView, stage: Element): (indicator: IndicatorSeries | undefined) => void {
  let marked: IndicatorSeries | undefined
  const show = (indicator: IndicatorSeries, by: number) => {
    rowOf(stage, indicator)?.classList.toggle('is-marked', by > 0)
    for (const series of indicator.lines) series?.applyOptions(thicker(series.options(), by))
  }
  return (indicator) => {
    if (indicator === marked) return
    // A change of the chart makes other series, which are not marked.
    if (marked && view.indicators().includes(marked)) show(marked, -1)
    marked = indicator
    if (indicator) show(indicator, 1)
  }
}

const widths = ['lineWidth', 'pointMarkersRadius', 'width']

/** Returns the options of a series whose lines and dots are thicker; bars have no width of their own. */
function thicker(options: object, by: number) {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (widths.includes(name) ? [[name, Number(value) + by]] : [])),
  )
}
