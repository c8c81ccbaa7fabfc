/** One searchable piece of a page: what stands before its first heading, or a heading with the text below it. */
export interface SearchSection {
  /** Address: the page's path, with `#heading` for every section but the first. */
  id: string
  title: string
  /** Titles of the headings above this one, the page's title first; empty for the page itself. */
  titles: string[]
  content: string
  /** Heading level; 1 is the page itself. */
  level: number
}
