import { type Locale, locales } from '../../i18n/locales.ts'
import { textLimit } from '../../telegram/message/check-texts.ts'
import { escapeHtml, fill, sampleNames } from '../../telegram/message/variables.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { parseMessageHtml } from '../../telegram/message-html/parse-message-html.ts'
import type { BroadcastContent } from '../content.ts'
import { letterOf, textsOf } from '../variants/variants.ts'
import { idOf, ownFirst, type PartProps, ProblemLines } from './editor-parts.tsx'
import { LanguageTab } from './language-tab.tsx'
import { TextField } from './text-field.tsx'
import { textField, textProblems } from './text-names.ts'

export interface TextsPartProps extends Omit<PartProps, 'change'> {
  content: BroadcastContent
  /** Index of the text; 0 is the first */
  variant: number
  /** Language that comes first, that of the page, so that its text does not move when the editor takes over */
  first: Locale
  /** Language whose text is open; the other one is hidden once the editor is live */
  open: Locale
  isLive: boolean
  onOpen(locale: Locale): void
  onText(variant: number, locale: Locale, text: string): void
  /** Called when the user enters this text */
  onEnter(variant: number): void
}

export function TextsPart(props: TextsPartProps) {
  const { content, variant, first, open, isLive, onText, onEnter, words, problems } = props
  const { editor } = words
  const text = textsOf(content)[variant] ?? {}
  const name = fillWords(editor.variant, { letter: letterOf(variant) })
  const labelOf = (locale: Locale) => `${variant === 0 ? '' : `${name}: `}${words.languages[locale]}`
  return (
    <fieldset className="editor-part" onFocus={() => onEnter(variant)}>
      <legend className={variant === 0 ? undefined : 'visually-hidden'}>{variant === 0 ? editor.text : name}</legend>
      <LanguageTabs {...props} />
      <ProblemLines
        field={textProblems(variant)}
        id={idOf(`${textProblems(variant)}-error`)}
        problems={problems}
        words={words}
      />
      {ownFirst(first).map((locale) => (
        <TextField
          key={locale}
          locale={locale}
          name={textField(variant, locale)}
          field={`${textProblems(variant)}.${locale}`}
          label={labelOf(locale)}
          text={text[locale] ?? ''}
          count={countOf(text[locale] ?? '', sampleNames[locale])}
          most={textLimit(content)}
          isHidden={isLive && locale !== open}
          onText={(typed) => onText(variant, locale, typed)}
          words={words}
          problems={problems}
        />
      ))}
      {variant === 0 && <p className="field-hint">{editor.textHint}</p>}
    </fieldset>
  )
}

function LanguageTabs({ variant, open, onOpen, words, problems }: TextsPartProps) {
  const isFaulty = (locale: Locale) =>
    problems.some(({ field, isNote }) => field === `${textProblems(variant)}.${locale}` && !isNote)
  return (
    <div className="editor-tabs">
      {locales.map((locale) => (
        <LanguageTab
          key={locale}
          locale={locale}
          open={open}
          words={words}
          controls={idOf(`${textField(variant, locale)}.panel`)}
          isFaulty={isFaulty(locale)}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

function countOf(source: string, name: string): number | undefined {
  const parsed = parseMessageHtml(fill(source, { chatId: 0, locale: 'ru', name }, escapeHtml))
  return parsed.status === 'parsed' ? parsed.text.trim().length : undefined
}
