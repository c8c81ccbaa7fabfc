import { textOfItem } from './list-indent.ts'

/** Lines in which nothing is a block: fenced code and HTML comments. */
export interface Verbatim {
  /** Whitespace to take off each line */
  strip: number
  /** Opened inside a list item: a line indented less ends it */
  minIndent: number
  /** Where and how it was opened, for the problem when nothing closes it */
  offset: number
  /** What it was opened with */
  opener: string
  isClosedBy(line: string): boolean
}

/** What a line begins when it begins something verbatim; the line itself belongs to it. */
export function openVerbatim(line: string): Pick<Verbatim, 'opener' | 'isClosedBy'> | undefined {
  const text = textOfItem(line).trimStart()
  const fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[0]
  if (fence) return { opener: fence, isClosedBy: (other) => closesFence(other.trim(), fence) }
  if (text.startsWith('<!--') && !text.includes('-->'))
    return { opener: '<!--', isClosedBy: (other) => other.includes('-->') }
  return undefined
}

function closesFence(line: string, fence: string): boolean {
  if (line.length < fence.length) return false
  for (const character of line) if (character !== fence[0]) return false
  return true
}
