import { addressSegment, withoutOrder } from '../addresses.ts'

/** What our tree and the one of Nuxt Content decide differently. */
export interface NavigationRules {
  /** A file of this name, without its extension, is its folder's own page. */
  isIndex(name: string): boolean
  /** Folders whose settings say `navigation: false` are left out. */
  hidesFolders: boolean
  /** A value of a folder's settings that is null or blank says nothing. */
  ignoresBlanks: boolean
  /** What stands for a title of settings that says no more than "navigation" */
  blankTitle: string | undefined
  /** A top-level page becomes one with the folder of its address as it does below. */
  mergesAtTop: boolean
  /** Title of a folder or page that has none of its own, from its part of the stem and of the path */
  titleFrom(stemPart: string, pathPart: string): string
}

export const ourRules: NavigationRules = {
  isIndex: (name) => /^(\d+\.)?index$/.test(name),
  hidesFolders: true,
  ignoresBlanks: true,
  blankTitle: undefined,
  mergesAtTop: true,
  // The folder's own name keeps its alphabet; a path in the front matter may have nothing to do with it.
  titleFrom: (stemPart, pathPart) =>
    capitalised(addressSegment(stemPart) === pathPart ? withoutOrder(stemPart) : pathPart),
}

/**
 * Nuxt Content 3.5 to 3.16, mistakes included: settings with `navigation: false` never reach its tree, so their folders
 * are shown; `reindex` passes for an index; a blank title of settings blanks the index page's; a top-level folder whose
 * first page comes before its index keeps its own title, and a top-level page beside its folder is a second node. Only
 * titles that are null, and fields of `navigation` named as the tree's own (path, stem, children, page), are not followed.
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
      .map((word) => word.split(/[_./]/).map(capitalised).join(''))
      .join(' '),
}

function capitalised(text: string): string {
  return text
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase())
}
