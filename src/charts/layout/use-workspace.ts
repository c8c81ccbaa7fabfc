import { useCallback, useState } from 'react'
import type { ChartState } from '../chart-state.ts'
import {
  type Arrangement,
  arrangementQuery,
  type ChartCount,
  type Layout,
  type WorkspaceProps,
  withCount,
} from './layout.ts'

export interface Workspace {
  arrangement: Arrangement
  active: number
  state: ChartState
  layouts: readonly Layout[]
  layout: Layout | undefined
  /** Changes the active chart, or the one with a number. */
  go(state: ChartState, number?: number): void
  activate(number: number): void
  setCount(count: ChartCount): void
  setLinked(isLinked: boolean): void
  setLayouts(layouts: readonly Layout[], open: Layout | undefined): void
}

export interface WorkspaceOptions extends WorkspaceProps {
  address: string
  assets: readonly string[]
  initial: ChartState
}

/**
 * Holds the arrangement of charts as React state. It is also written into the address, so that it survives a reload.
 */
export function useWorkspace({ address, assets, initial, ...props }: WorkspaceOptions): Workspace {
  const [arrangement, setArrangement] = useState(props.arrangement)
  const [chosen, setActive] = useState(0)
  const [layouts, setLayouts] = useState<readonly Layout[]>(props.layouts)
  const [layoutId, setLayoutId] = useState(props.layoutId)
  const active = Math.min(chosen, arrangement.charts.length - 1)
  const show = useCallback(
    (next: Arrangement, id: string | undefined) => {
      setArrangement(next)
      const replay = new URLSearchParams(location.search).get('replay')
      const query = arrangementQuery(next, id) + (replay ? `&replay=${encodeURIComponent(replay)}` : '')
      history.replaceState(history.state, '', address + query)
    },
    [address],
  )
  const go = useCallback(
    (state: ChartState, changed = active) => {
      const charts = arrangement.charts.map((chart, number) => (number === changed ? state : chart))
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
