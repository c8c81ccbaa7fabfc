import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { type ChartIndicator, isSameIndicator } from '../chart-indicator.ts'
import { chartQuery } from '../chart-state.ts'
import { type ChartWords, fill, indicatorName } from '../words.ts'
import { isForOtherTab, type Navigation } from './state-link.tsx'

export type Indicators = readonly ChartIndicator[]

export function withoutIndicator(indicators: Indicators, choice: ChartIndicator): ChartIndicator[] {
  return indicators.filter((each) => !isSameIndicator(each, choice))
}

function withHidden(indicators: Indicators, choice: ChartIndicator, isHidden: boolean): ChartIndicator[] {
  return indicators.map((each) => (isSameIndicator(each, choice) ? { ...each, isHidden: isHidden || undefined } : each))
}

export type IndicatorActs = ReturnType<typeof useIndicatorActs>

/** Acts on the indicators of a chart: addresses for links, and clicks that act without loading a page. */
export function useIndicatorActs(to: Navigation | undefined, words: ChartWords) {
  const latest = useRef<Navigation>(undefined)
  // The chart may have changed before an act is undone, or be gone.
  useLayoutEffect(() => {
    latest.current = to
    return () => {
      latest.current = undefined
    }
  })
  const indicators = to?.state.indicators ?? []
  const address = (next: Indicators) => (to ? to.address + chartQuery({ ...to.state, indicators: next }) : '')
  const act = (event: MouseEvent, next: Indicators, told: { text: string; undo(now: Indicators): Indicators }) => {
    if (!to?.go || isForOtherTab(event)) return
    event.preventDefault()
    to.go({ ...to.state, indicators: next })
    const undo = () => {
      const now = latest.current
      now?.go?.({ ...now.state, indicators: told.undo(now.state.indicators) })
    }
    import('../later.ts').then(
      ({ showNote }) => showNote(told.text, { text: words.drawing.menu.undo, act: undo }),
      reportError,
    )
  }
  const said = (text: string, choice: ChartIndicator) => fill(text, { name: indicatorName(choice, words) })
  return {
    removal: (choice: ChartIndicator) => address(withoutIndicator(indicators, choice)),
    remove: (event: MouseEvent, choice: ChartIndicator) => {
      const at = indicators.findIndex((each) => isSameIndicator(each, choice))
      act(event, withoutIndicator(indicators, choice), {
        text: said(words.indicatorRemoved, choice),
        undo: (now) => withoutIndicator(now, choice).toSpliced(at, 0, choice),
      })
    },
    toggled: (choice: ChartIndicator) => address(withHidden(indicators, choice, !choice.isHidden)),
    toggle: (event: MouseEvent, choice: ChartIndicator) => {
      act(event, withHidden(indicators, choice, !choice.isHidden), {
        text: said(choice.isHidden ? words.indicatorShown : words.indicatorHidden, choice),
        undo: (now) => withHidden(now, choice, choice.isHidden === true),
      })
    },
  }
}
