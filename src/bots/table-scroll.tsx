import type { ReactNode } from 'react'

export interface TableScrollProps {
  label: string
  /** Whether the table has small figures and a frame with limited height */
  isFramed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Tab index that makes the scrollable area focusable by keyboard */
const reachable = 0

export function TableScroll({ label, isFramed, className, children }: TableScrollProps) {
  const classes = ['table-scroll', isFramed && 'table-scroll-framed', className].filter(Boolean)
  return (
    <section className={classes.join(' ')} tabIndex={reachable} aria-label={label}>
      {children}
    </section>
  )
}
