import type { ReactNode } from 'react'

/** By keyboard too */
const reachable = 0

/** A table that scrolls sideways in its own room where the window is narrow. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="bot-scroll" tabIndex={reachable} aria-label={label}>
      <table className="bot-rows">{children}</table>
    </section>
  )
}
