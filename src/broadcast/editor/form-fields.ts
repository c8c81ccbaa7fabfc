import type { SubmittedFields } from './message-form.ts'

/** Reads the values of the form around an element by field name; of several values of a name, the last one. */
export function fieldsOf(root: HTMLElement): SubmittedFields {
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
