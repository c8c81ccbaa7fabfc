import type { SubmittedFields } from './message-form.ts'

/** Reads the form of an element: values by field name; of several with one name the last. */
export function fieldsOf(root: HTMLElement): SubmittedFields {
  const form = root.closest('form')
  return form ? fieldsIn(new FormData(form)) : {}
}

function fieldsIn(data: FormData): SubmittedFields {
  return Object.fromEntries([...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** Finds the field of the broadcast's name, which is outside the editor. */
export function nameField(root: Element | null): HTMLInputElement | undefined {
  const field = root?.closest('form')?.elements.namedItem('name')
  return field instanceof HTMLInputElement ? field : undefined
}
