import type { ReactNode } from 'react'
import type { SeriesColors } from '../canvas/palette.ts'
import { type ChartState, chartQuery } from '../chart-state.ts'

export interface Navigation {
  state: ChartState
  address: string
  /** Colors that the user chose for all charts */
  colors?: SeriesColors
  /** Shows another state without a page load; absent before hydration */
  go?: ((state: ChartState) => void) | undefined
}

export interface StateLinkProps {
  to: Navigation
  change: Partial<ChartState>
  isCurrent?: boolean
  label?: string | undefined
  title?: string | undefined
  className?: string
  /** Called before the other state is shown */
  onChoose?: (() => void) | undefined
  children: ReactNode
}

export function StateLink({
  to,
  change,
  isCurrent = false,
  label,
  title,
  className,
  onChoose,
  children,
}: StateLinkProps) {
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
        onChoose?.()
        to.go(next)
      }}
    >
      {children}
    </a>
  )
}

/** Whether a click opens a new tab or window, so that the browser must handle it. */
export function isForOtherTab({ ctrlKey, metaKey, shiftKey, button }: ClickKeys): boolean {
  return ctrlKey || metaKey || shiftKey || button > 0
}

interface ClickKeys {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  button: number
}
