import { z } from 'zod'

/** Start of a list page: the sort value and the ID of the adjacent row. */
export interface Cursor {
  value: string | number
  id: string
}

/** Cursor as a query parameter. A truncated cursor starts the list from its beginning. */
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

/** Returns the same list from its beginning, with changed parameters. */
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
