/**
 * Creates the query parameters of a list. They have the order of the fields and omit empty ones, so that equal
 * parameters give equal text.
 */
export function paramsOf(fields: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Reads a search query as plain text. @param longest  max number of characters; longer text is cut */
export function readSearch(text: string, longest: number): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return Array.from(plain).slice(0, longest).join('')
}

/** Parses the sort order of a list: `name`, or `-name` for descending order; undefined for an unknown name. */
export function readSort<Sort extends string>(text: string, sorts: readonly Sort[]) {
  const isDescending = text.startsWith('-')
  const sort = sorts.find((own) => own === text.replace(/^-/, ''))
  return sort && { sort, isDescending }
}

export function writeSort(sort: string, isDescending: boolean): string {
  return `${isDescending ? '-' : ''}${sort}`
}
