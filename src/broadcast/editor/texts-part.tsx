import { type Locale, locales } from '../../i18n/locales.ts'
import { textLimit } from '../../telegram/message/check-texts.ts'
import type { MessageContent } from '../../telegram/message/content.ts'
import { escapeHtml, fill } from '../../telegram/message/variables.ts'
import { parseMessageHtml } from '../../telegram/message-html/parse-message-html.ts'
import { idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { TextField } from './text-field.tsx'

export interface TextsPartProps extends Omit<PartProps, 'change'> {
  content: MessageContent
  /** Whose text is open; the other one is hidden once the editor has taken over */
  open: Locale
  isLive: boolean
  onOpen(locale: Locale): void
  onText(locale: Locale, text: string): void
}

export function TextsPart({ content, open, isLive, onOpen, onText, words, problems }: TextsPartProps) {
  const { editor } = words
  return (
    <fieldset className="editor-part">
      <legend>{editor.text}</legend>
      {isLive && (
        <div className="editor-tabs">
          {locales.map((locale) => (
            <button
              key={locale}
              type="button"
              className="editor-tab"
              aria-pressed={locale === open}
              aria-controls={idOf(`panel.${locale}`)}
              onClick={() => onOpen(locale)}
            >
              {editor.languages[locale]}
              {problems.some(({ field, isNote }) => field === `text.${locale}` && !isNote) && ' •'}
            </button>
          ))}
        </div>
      )}
      <ProblemLines field="text" id={idOf('text-error')} problems={problems} words={words} />
      {locales.map((locale) => (
        <TextField
          key={locale}
          locale={locale}
          text={content.text[locale] ?? ''}
          count={countOf(content.text[locale] ?? '', words.preview.friend)}
          most={textLimit(content)}
          isLive={isLive}
          isHidden={isLive && locale !== open}
          onText={(text) => onText(locale, text)}
          words={words}
          problems={problems}
        />
      ))}
      <p className="field-hint">{editor.textHint}</p>
    </fieldset>
  )
}

function countOf(source: string, name: string): number | undefined {
  const parsed = parseMessageHtml(fill(source, { chatId: 0, locale: 'ru', name }, escapeHtml))
  return parsed.status === 'parsed' ? parsed.text.trim().length : undefined
}
