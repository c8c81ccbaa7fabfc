import type { ReactNode } from 'react'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'

export interface AiLayoutProps {
  /** Form for the next message, which stays at the bottom */
  composer: ReactNode
  children: ReactNode
}

/** Layout of a conversation: one wide column, with the newest message above the form for the next one. */
export function AiLayout({ composer, children }: AiLayoutProps) {
  return (
    <>
      <Header />
      <main id={frameIds.content} className="layout-ai" tabIndex={-1}>
        <div className="ai-thread">{children}</div>
        <div className="ai-composer">{composer}</div>
      </main>
    </>
  )
}
