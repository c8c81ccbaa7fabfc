import type { ReactNode } from 'react'

export interface TableScrollProps {
  label: string
  /** Small figures in a frame that is no taller than a part of the window */
  isFramed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** By keyboard too */
const reachable = 0

export function TableScroll({ label, isFramed, className, children }: TableScrollProps) {
  const classes = ['table-scroll', isFramed && 'table-scroll-framed', className].filter(Boolean)
  return (
    <section className={classes.join(' ')} tabIndex={reachable} aria-label={label}>
      {children}
    </section>
  )
}
