import { useState } from 'react'
import { type Locale, locales } from '../../i18n/locales.ts'
import type { MessageContent } from '../../telegram/message/content.ts'
import { MessagePreview } from '../../telegram/message/preview.tsx'
import type { MessageWords } from '../../telegram/message/words.ts'

export interface PreviewPartProps {
  content: MessageContent
  open: Locale
  isLive: boolean
  words: MessageWords
  onOpen(locale: Locale): void
}

/** Before the editor has taken over, both languages are shown. */
export function PreviewPart({ content, open, isLive, words, onOpen }: PreviewPartProps) {
  const [mode, setMode] = useState<'light' | 'dark'>()
  const { editor } = words
  return (
    <section className="editor-preview" aria-label={editor.preview}>
      <h2>{editor.preview}</h2>
      {isLive && (
        <div className="editor-tabs">
          {locales.map((locale) => (
            <button
              key={locale}
              type="button"
              className="editor-tab"
              aria-pressed={locale === open}
              onClick={() => onOpen(locale)}
            >
              {words.languages[locale]}
            </button>
          ))}
          {(['light', 'dark'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="editor-tab"
              aria-pressed={mode === each}
              onClick={() => setMode(mode === each ? undefined : each)}
            >
              {editor.modes[each]}
            </button>
          ))}
        </div>
      )}
      {(isLive ? [open] : locales).map((locale) => (
        <MessagePreview key={locale} content={content} locale={locale} words={words} mode={mode} />
      ))}
    </section>
  )
}
