import type { ReactNode } from 'react'

export interface ListHeadProps {
  title: string
  note?: ReactNode
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
