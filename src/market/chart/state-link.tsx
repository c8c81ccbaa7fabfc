import type { ReactNode } from 'react'
import { type ChartState, chartQuery } from './chart-state.ts'
import { isForOtherTab } from './legend.tsx'

/** Goes from one chart to another: by an address without scripts, at once with them. */
export interface Navigation {
  state: ChartState
  /** Path of the page */
  address: string
  /** Shows another state; absent until the chart has come to life */
  go?: ((state: ChartState) => void) | undefined
}

export interface StateLinkProps {
  to: Navigation
  change: Partial<ChartState>
  isCurrent?: boolean
  label?: string | undefined
  title?: string | undefined
  className?: string
  children: ReactNode
}

/** A link to the chart as it is now but for one thing. */
export function StateLink({ to, change, isCurrent = false, label, title, className, children }: StateLinkProps) {
  const next = { ...to.state, ...change }
  return (
    <a
      className={className}
      href={to.address + chartQuery(next)}
      aria-current={isCurrent || undefined}
      aria-label={label}
      title={title}
      onClick={(event) => {
        if (!to.go || isForOtherTab(event)) return
        event.preventDefault()
        to.go(next)
      }}
    >
      {children}
    </a>
  )
}
