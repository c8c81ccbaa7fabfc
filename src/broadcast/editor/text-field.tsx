import { type KeyboardEvent, useRef } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { applyEdit } from './text-area.ts'
import { selectionOf, Toolbar } from './toolbar.tsx'
import { tools, wrap } from './wrap.ts'

export interface TextFieldProps extends Omit<PartProps, 'change'> {
  locale: Locale
  /** As it is at first: the text area keeps it afterwards, with its undo */
  text: string
  /** By Telegram's counting; undefined where the markup cannot be read */
  count: number | undefined
  most: number
  isLive: boolean
  isHidden: boolean
  onText(text: string): void
}

/** By letters of physical keys, whatever the layout */
const shortcuts = { KeyB: tools.bold, KeyI: tools.italic, KeyU: tools.underline } as const

export function TextField({ locale, text, count, most, isLive, isHidden, onText, words, problems }: TextFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const name = `text.${locale}`
  const [id, error] = [idOf(name), idOf(`${name}.error`)]
  const { editor } = words
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const tool =
      event.ctrlKey || event.metaKey ? Object.entries(shortcuts).find(([code]) => code === event.code) : undefined
    if (!tool || event.altKey || event.shiftKey) return
    event.preventDefault()
    const target = event.currentTarget
    applyEdit(target, wrap(target.value, selectionOf(target), tool[1]))
  }
  return (
    <div className="field editor-text" id={idOf(`panel.${locale}`)} hidden={isHidden}>
      <label htmlFor={id}>{editor.languages[locale]}</label>
      {isLive && <Toolbar area={area} words={words} />}
      <textarea
        ref={area}
        id={id}
        name={name}
        lang={locale}
        rows={9}
        defaultValue={text}
        aria-invalid={hasFault(problems, name)}
        aria-describedby={error}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKey}
      />
      {isLive && count !== undefined && (
        <p className="editor-count" data-over={count > most || undefined}>
          <span className="visually-hidden">{fillWords(editor.countLabel, { count, most })}</span>
          <span aria-hidden="true">{fillWords(editor.count, { count, most })}</span>
        </p>
      )}
      <ProblemLines field={name} id={error} problems={problems} words={words} />
    </div>
  )
}
