import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Locale, locales } from '../../i18n/locales.ts'
import { textLimit } from '../../telegram/message/check-texts.ts'
import { escapeHtml, fill, sampleNames } from '../../telegram/message/variables.ts'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import { parseMessageHtml } from '../../telegram/message-html/parse-message-html.ts'
import type { BroadcastContent } from '../content.ts'
import { letterOf, textsOf } from '../variants.ts'
import { CountMark, hasFault, idOf, LanguageTab, ownFirst, type PartProps, ProblemLines } from './editor-parts.tsx'
import { variantField } from './message-form.ts'
import { applyEdit, linkTo, tools, type Wrapping, wrap } from './text-edits.ts'
import { selectionOf, Toolbar } from './toolbar.tsx'

interface LinkFormProps {
  id: string
  words: MessageWords
  onAddress(address: string): void
  onClose(): void
}

/** Initial value of an address, which is not yet a valid address */
const scheme = 'https://'

/**
 * Form below the toolbar that asks for the address of a link. Not a form element, because it is inside the form that is
 * saved.
 */
function LinkForm({ id, words: { editor }, onAddress, onClose }: LinkFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!field.current) return
    field.current.value = scheme
    field.current.focus()
    field.current.select()
  }, [])
  const insert = () => {
    const address = field.current?.value.trim() ?? ''
    if (address === '' || address === scheme) field.current?.focus()
    else onAddress(address)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === field.current) insert()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <fieldset className="editor-link" onKeyDown={onKey}>
      <legend className="visually-hidden">{editor.tools.link}</legend>
      <label htmlFor={id}>{editor.linkAddress}</label>
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
      />
      <button type="button" className="button button-primary" onClick={insert}>
        {editor.linkInsert}
      </button>
      <button type="button" className="button button-quiet" onClick={onClose}>
        {editor.linkCancel}
      </button>
    </fieldset>
  )
}

interface TextFieldProps extends Omit<PartProps, 'change'> {
  locale: Locale
  name: string
  /** Name under which problems of this field are listed */
  field: string
  label: string
  text: string
  /** Length of the text as Telegram counts; undefined if the markup cannot be parsed */
  count: number | undefined
  most: number
  isHidden: boolean
  onText(text: string): void
}

/** Keyboard shortcuts by physical key, whatever the keyboard layout */
const shortcuts = { KeyB: tools.bold, KeyI: tools.italic, KeyU: tools.underline } as const

function TextField(props: TextFieldProps) {
  const { locale, name, field, label, text, count, most, isHidden, onText, words, problems } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [id, error] = [idOf(name), idOf(`${name}.error`)]
  const [isLinking, setLinking] = useState(false)
  const put = (wrapping: Wrapping) => {
    if (area.current) applyEdit(area.current, wrap(area.current.value, selectionOf(area.current), wrapping))
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const tool = Object.entries(shortcuts).find(([code]) => code === event.code)
    if (!tool && event.code !== 'KeyK') return
    event.preventDefault()
    // Outside this field, Ctrl+K opens the search of the page.
    event.stopPropagation()
    if (tool) put(tool[1])
    else setLinking(true)
  }
  const closeLink = () => {
    setLinking(false)
    area.current?.focus()
  }
  const link = (address: string) => {
    setLinking(false)
    put(linkTo(address))
  }
  return (
    <div className="field editor-text" id={idOf(`${name}.panel`)} hidden={isHidden}>
      <label htmlFor={id}>{label}</label>
      <Toolbar area={area} words={words} isLinking={isLinking} onLink={() => setLinking(!isLinking)} />
      {isLinking && <LinkForm id={idOf(`${name}.link`)} words={words} onAddress={link} onClose={closeLink} />}
      <textarea
        ref={area}
        id={id}
        name={name}
        lang={locale}
        rows={9}
        value={text}
        aria-invalid={hasFault(problems, field)}
        aria-describedby={error}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKey}
      />
      {count !== undefined && <CountMark count={count} most={most} words={words} />}
      <ProblemLines field={field} id={error} problems={problems} words={words} />
    </div>
  )
}

const textField = (variant: number, locale: Locale): string =>
  variant === 0 ? `text.${locale}` : variantField(variant, locale)

/** Field name of the problems of one text; for the problems of one language, the locale is appended */
const textProblems = (variant: number): string => (variant === 0 ? 'text' : `variants.${variant - 1}.text`)

export interface TextsPartProps extends Omit<PartProps, 'change'> {
  content: BroadcastContent
  /** Index of the edited variant; 0 is the first text */
  variant: number
  /** Language shown first: that of the page, so that its text does not move when the editor takes over */
  first: Locale
  /** Language whose text is open; the text in the other language is hidden once the editor is live */
  open: Locale
  isLive: boolean
  onOpen(locale: Locale): void
  onText(variant: number, locale: Locale, text: string): void
  /** Called when the user focuses a text of this variant */
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
