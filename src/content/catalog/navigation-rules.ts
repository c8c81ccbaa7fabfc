import { addressSegment, withoutOrder } from '../addresses.ts'

export interface NavigationRules {
  /** Whether a file name (without extension) is its folder's own page */
  isIndex(name: string): boolean
  hidesFolders: boolean
  ignoresBlanks: boolean
  blankTitle: string | undefined
  /** Top-level pages merge with the folder of the same address, as on lower levels */
  mergesAtTop: boolean
  titleFrom(stemPart: string, pathPart: string): string
}

export const ourRules: NavigationRules = {
  isIndex: (name) => /^(\d+\.)?index$/.test(name),
  hidesFolders: true,
  ignoresBlanks: true,
  blankTitle: undefined,
  mergesAtTop: true,
  // A title keeps the alphabet of the folder name, unless a custom path does not match that name.
  titleFrom: (stemPart, pathPart) =>
    capitalized(addressSegment(stemPart) === pathPart ? withoutOrder(stemPart) : pathPart),
}

/**
 * Nuxt Content 3.5 to 3.16, bugs included: folders with `navigation: false` are shown; `reindex` counts as an index; a
 * blank settings title clears the title of the index page; a top-level folder whose first page precedes its index keeps
 * its own title, and a top-level page beside its folder is a second node. Not reproduced: null titles, and `navigation`
 * fields named path, stem, children or page.
 */
export const originalRules: NavigationRules = {
  isIndex: (name) => name.includes('index'),
  hidesFolders: false,
  ignoresBlanks: false,
  blankTitle: '',
  mergesAtTop: false,
  titleFrom: (_, pathPart) =>
    pathPart
      .split(/[\s-]/)
      .map((word) => word.split(/[_./]/).map(capitalized).join(''))
      .join(' '),
}

function capitalized(text: string): string {
  return text
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase())
}
