/** Keeps the order of the fields and omits empty ones, so that equal parameters have equal text. */
export function paramsOf(fields: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** @param longest  max characters; longer text is cut */
export function readSearch(text: string, longest: number): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return Array.from(plain).slice(0, longest).join('')
}

/** Reads `name`, or `-name` for descending order; undefined for an unknown sort. */
export function readSort<Sort extends string>(text: string, sorts: readonly Sort[]) {
  const isDescending = text.startsWith('-')
  const sort = sorts.find((own) => own === text.replace(/^-/, ''))
  return sort && { sort, isDescending }
}

export function writeSort(sort: string, isDescending: boolean): string {
  return `${isDescending ? '-' : ''}${sort}`
}
