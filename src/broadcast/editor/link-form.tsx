import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { MessageWords } from '../../telegram/message/words.ts'

export interface LinkFormProps {
  id: string
  words: MessageWords
  onAddress(address: string): void
  onClose(): void
}

/** Initial value, which is not yet an address */
const scheme = 'https://'

/**
 * Asks for the address of a link, below the toolbar. Not a form element, because it is inside the form that is saved.
 */
export function LinkForm({ id, words: { editor }, onAddress, onClose }: LinkFormProps) {
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
