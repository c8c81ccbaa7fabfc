import { type RefObject, useEffect, useState } from 'react'
import type { SubmittedFields } from './message-form.ts'

/** Reads the values of the form around an element by field name; of several values of a name, the last one. */
function fieldsOf(root: HTMLElement): SubmittedFields {
  const form = root.closest('form')
  return form ? fieldsIn(new FormData(form)) : {}
}

function fieldsIn(data: FormData): SubmittedFields {
  return Object.fromEntries([...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** Finds the input for the broadcast's name, which is outside the editor. */
export function nameField(root: Element | null): HTMLInputElement | undefined {
  const field = root?.closest('form')?.elements.namedItem('name')
  return field instanceof HTMLInputElement ? field : undefined
}

export interface EditState<Value> {
  value: Value
  /** Whether the editor has taken over the fields of the form */
  isLive: boolean
  /** Whether the user has changed something since then */
  isTouched: boolean
  edit(change: (before: Value) => Value): void
}

/** State of an editor that takes over the fields of a form. @param read  must be the same function at every call */
export function useEdited<Value>(
  root: RefObject<HTMLElement | null>,
  initial: Value,
  read: (fields: SubmittedFields) => Value,
): EditState<Value> {
  const [value, setValue] = useState(initial)
  const [isLive, setLive] = useState(false)
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    // Text that was typed before the editor loaded is kept.
    if (root.current) setValue(read(fieldsOf(root.current)))
    setLive(true)
  }, [root, read])
  return {
    value,
    isLive,
    isTouched,
    edit: (change) => {
      setTouched(true)
      setValue(change)
    },
  }
}
