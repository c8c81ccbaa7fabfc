import { z } from 'zod'

/** Where a page of a list begins: the sorted value and the id of the row beside it. */
export interface Cursor {
  value: string | number
  id: string
}

/** Of a list's parameters. An address that somebody has cut short begins at the list's beginning. */
export const cursorField = z
  .string()
  .transform((text) => jsonOf(Buffer.from(text, 'base64url').toString()))
  .pipe(z.tuple([z.union([z.string(), z.number()]), z.string()]))
  .transform(([value, id]) => ({ value, id }))
  .optional()
  .catch(undefined)

export function writeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/** The same list from its beginning, with something else asked of it. */
export function changedList<List extends { after?: Cursor | undefined; before?: Cursor | undefined }>(
  list: List,
  change: Partial<List>,
): List {
  return { ...list, after: undefined, before: undefined, ...change }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
