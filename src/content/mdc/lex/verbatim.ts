import { textOfItem } from './list-indent.ts'

/** Fenced code or an HTML comment, which contains no blocks. */
export interface Verbatim {
  strip: number
  /** Minimum indentation within a list item: a line indented less ends the code or comment */
  minIndent: number
  offset: number
  opener: string
  isClosedBy(line: string): boolean
}

/**
 * Reads the line on which fenced code or a comment opens, and which is itself part of it; undefined for other lines.
 */
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
