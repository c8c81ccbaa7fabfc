import type { ReactNode } from 'react'

export interface TableScrollProps {
  label: string
  /** Small figures in a frame with limited height */
  isFramed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Makes the scroll area focusable by keyboard */
const reachable = 0

export function TableScroll({ label, isFramed, className, children }: TableScrollProps) {
  const classes = ['table-scroll', isFramed && 'table-scroll-framed', className].filter(Boolean)
  return (
    <section className={classes.join(' ')} tabIndex={reachable} aria-label={label}>
      {children}
    </section>
  )
}
