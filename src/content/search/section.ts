export interface SearchSection {
  /** The page's path, with `#heading` except for the first section */
  id: string
  title: string
  /** Headings above, the page's title first; empty for the page itself */
  titles: string[]
  content: string
  level: number
}
