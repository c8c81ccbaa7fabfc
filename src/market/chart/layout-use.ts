import { useCallback, useState } from 'react'
import type { ChartState } from './chart-state.ts'
import type { Layout } from './layout.ts'
import type { WorkspaceProps } from './layout-props.ts'
import { type Arrangement, arrangementQuery, type ChartCount, withCount } from './layout-state.ts'

/** The charts on the screen, which of them is worked with, and the layouts they can be kept as. */
export interface Workspace {
  arrangement: Arrangement
  /** Number of the chart that the bars and keys are for */
  active: number
  /** What that chart shows */
  state: ChartState
  layouts: readonly Layout[]
  /** The layout that is open, if any */
  layout: Layout | undefined
  /** Shows something else in the active chart. */
  go(state: ChartState): void
  activate(number: number): void
  setCount(count: ChartCount): void
  setLinked(isLinked: boolean): void
  /** Takes over what is kept now. */
  setLayouts(layouts: readonly Layout[], open: Layout | undefined): void
}

export interface WorkspaceOptions extends WorkspaceProps {
  /** Path of the page */
  address: string
  /** All assets, in their order */
  assets: readonly string[]
  /** What is shown if the arrangement has no chart at all */
  initial: ChartState
}

/** Keeps the arrangement of charts, and the page's address saying it: so it survives a reload. */
export function useWorkspace({ address, assets, initial, ...props }: WorkspaceOptions): Workspace {
  const [arrangement, setArrangement] = useState(props.arrangement)
  const [chosen, setActive] = useState(0)
  const [layouts, setLayouts] = useState<readonly Layout[]>(props.layouts)
  const [layoutId, setLayoutId] = useState(props.layoutId)
  const active = Math.min(chosen, arrangement.charts.length - 1)
  const show = useCallback(
    (next: Arrangement, id: string | undefined) => {
      setArrangement(next)
      history.replaceState(history.state, '', address + arrangementQuery(next, id))
    },
    [address],
  )
  const go = useCallback(
    (state: ChartState) => {
      const charts = arrangement.charts.map((chart, number) => (number === active ? state : chart))
      show({ ...arrangement, charts }, layoutId)
    },
    [arrangement, active, layoutId, show],
  )
  return {
    arrangement,
    active,
    state: arrangement.charts[active] ?? initial,
    layouts,
    layout: layouts.find(({ id }) => id === layoutId),
    go,
    activate: setActive,
    setCount: (count) => show(withCount(arrangement, count, active, assets), layoutId),
    setLinked: (isLinked) => show({ ...arrangement, isLinked }, layoutId),
    setLayouts: (next, open) => {
      setLayouts(next)
      setLayoutId(open?.id)
      show(arrangement, open?.id)
    },
  }
}
