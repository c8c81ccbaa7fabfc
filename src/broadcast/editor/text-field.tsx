import { type KeyboardEvent, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { CountMark } from './count-mark.tsx'
import { hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { LinkForm } from './link-form.tsx'
import { applyEdit } from './text-area.ts'
import { selectionOf, Toolbar } from './toolbar.tsx'
import { linkTo, tools, type Wrapping, wrap } from './wrap.ts'

export interface TextFieldProps extends Omit<PartProps, 'change'> {
  locale: Locale
  name: string
  /** Field name of its problems */
  field: string
  label: string
  text: string
  /** Length as Telegram counts it; undefined if the markup cannot be parsed */
  count: number | undefined
  most: number
  isHidden: boolean
  onText(text: string): void
}

/** Shortcuts by physical key, whatever the layout */
const shortcuts = { KeyB: tools.bold, KeyI: tools.italic, KeyU: tools.underline } as const

export function TextField(props: TextFieldProps) {
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
    // Elsewhere on the page Ctrl+K opens the search.
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
