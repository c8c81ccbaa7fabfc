import type { ReactNode } from 'react'

export interface ListHeadProps {
  title: string
  /** Beside the title: what is to be known of all that follows */
  note?: ReactNode
  /** What the page is mostly for */
  acts?: ReactNode
}

export function ListHead({ title, note, acts }: ListHeadProps) {
  return (
    <header className="list-head">
      <h1>{title}</h1>
      {note}
      {acts && <div className="list-acts">{acts}</div>}
    </header>
  )
}
