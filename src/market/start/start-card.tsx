import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { Icon } from '../../ui/icon.tsx'

export interface StartCardProps {
  /** Of its heading, which names the card */
  id: string
  title: string
  /** Where there is more of it: a path below the locale and what the link says */
  more?: { path: string; text: string }
  children: ReactNode
}

/** One thing on the main screen. */
export function StartCard({ id, title, more, children }: StartCardProps) {
  const { locale } = useLocale()
  return (
    <section className="start-card" aria-labelledby={id}>
      <div className="start-card-head">
        <h2 id={id}>{title}</h2>
        {more && (
          <a href={localised(locale, more.path)}>
            {more.text}
            <Icon name="i-lucide-arrow-right" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
