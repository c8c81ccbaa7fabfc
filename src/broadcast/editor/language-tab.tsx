import type { Locale } from '../../i18n/locales.ts'

export interface LanguageTabProps {
  locale: Locale
  open: Locale
  words: { languages: Record<Locale, string> }
  /** Id of the panel that the tab opens, if there is one */
  controls?: string
  isFaulty?: boolean
  onOpen(locale: Locale): void
}

export function LanguageTab({ locale, open, words, controls, isFaulty = false, onOpen }: LanguageTabProps) {
  return (
    <button
      type="button"
      className="editor-tab"
      aria-pressed={locale === open}
      aria-controls={controls}
      onClick={() => onOpen(locale)}
    >
      {words.languages[locale]}
      {isFaulty && ' •'}
    </button>
  )
}
