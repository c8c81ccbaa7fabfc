import { Fragment, useState } from 'react'
import { type Locale, locales } from '../../i18n/locales.ts'
import { MessagePreview } from '../../telegram/message/preview.tsx'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import type { BroadcastContent } from '../content.ts'
import { contentOf, isWritten, letterOf, textsOf } from '../variants.ts'
import { EditorIcon } from './editor-icon.tsx'
import { LanguageTab, ownFirst } from './editor-parts.tsx'

export interface PreviewPartProps {
  content: BroadcastContent
  /** Index of the variant whose text is shown; the first by default */
  variant?: number
  open: Locale
  isLive: boolean
  words: MessageWords
  onOpen(locale: Locale): void
  onVariant?(variant: number): void
}

export const previewId = 'message-preview'

/** Link that stays at the bottom of narrow windows, where the preview comes after all fields */
export function PreviewLink({ words: { editor } }: Pick<PreviewPartProps, 'words'>) {
  return (
    <a className="button button-quiet editor-to-preview" href={`#${previewId}`}>
      <EditorIcon name="preview" />
      {editor.preview}
    </a>
  )
}

/** Preview of the message. Shows both languages until the editor is live. */
export function PreviewPart(props: PreviewPartProps) {
  const { content, variant = 0, open, isLive, words, onOpen } = props
  const [mode, setMode] = useState<'light' | 'dark'>()
  const { editor } = words
  return (
    <section className="editor-preview" aria-label={editor.preview}>
      <h2>{editor.preview}</h2>
      {isLive && <VariantTabs {...props} />}
      <div className="editor-tabs">
        {locales.map((locale) => (
          <LanguageTab key={locale} locale={locale} open={open} words={words} onOpen={onOpen} />
        ))}
        <span className="editor-modes">
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
        </span>
      </div>
      {(isLive ? [open] : ownFirst(open)).map((locale) => (
        <Fragment key={locale}>
          {!isLive && <h3>{words.languages[locale]}</h3>}
          <MessagePreview content={contentOf(content, variant)} locale={locale} words={words} mode={mode} />
        </Fragment>
      ))}
    </section>
  )
}

/** Tabs of the variants, shown if there is more than one text, or the user is about to write another */
function VariantTabs({ content, variant = 0, words: { editor }, onVariant }: PreviewPartProps) {
  const texts = textsOf(content).map((text, index) => ({ letter: letterOf(index), isOffered: isWritten(text) }))
  const offered = texts.filter(({ isOffered }, index) => isOffered || index === 0 || index === variant)
  if (offered.length < 2) return null
  return (
    <div className="editor-tabs">
      {offered.map(({ letter }) => (
        <button
          key={letter}
          type="button"
          className="editor-tab"
          aria-pressed={letter === letterOf(variant)}
          onClick={() => onVariant?.(texts.findIndex((each) => each.letter === letter))}
        >
          {fillWords(editor.variant, { letter })}
        </button>
      ))}
    </div>
  )
}
