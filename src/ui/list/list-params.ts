/** In the order of the fields, empty ones left out: what is the same has the same text. */
export function paramsOf(fields: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** @param longest  in characters; what is longer is cut */
export function readSearch(text: string, longest: number): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return Array.from(plain).slice(0, longest).join('')
}

/** Reads `name` and, for the other way round, `-name`; undefined for what nobody sorts by. */
export function readSort<Sort extends string>(text: string, sorts: readonly Sort[]) {
  const isDescending = text.startsWith('-')
  const sort = sorts.find((own) => own === text.replace(/^-/, ''))
  return sort && { sort, isDescending }
}

export function writeSort(sort: string, isDescending: boolean): string {
  return `${isDescending ? '-' : ''}${sort}`
}
