import type { SentFields } from '../form/message-form.ts'

/** What the fields of an element hold, by their names; of several with one name the last. */
export function fieldsOf(root: HTMLElement): SentFields {
  const form = root.closest('form')
  return form ? fieldsIn(new FormData(form)) : {}
}

function fieldsIn(data: FormData): SentFields {
  return Object.fromEntries([...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** The broadcast's name, which stands outside the editor, or nothing. */
export function nameField(root: Element | null): HTMLInputElement | undefined {
  const field = root?.closest('form')?.elements.namedItem('name')
  return field instanceof HTMLInputElement ? field : undefined
}
