import type { ReactNode } from 'react'

export interface PanelProps {
  id: string
  title: string
  text?: string | undefined
  children: ReactNode
}

export function Panel({ id, title, text, children }: PanelProps) {
  return (
    <section className={`panel panel-${id}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text && <p className="panel-text">{text}</p>}
      {children}
    </section>
  )
}
