import { textOfItem } from './list-indent.ts'

/** Fenced code and HTML comments: no blocks inside. */
export interface Verbatim {
  strip: number
  /** In a list item: a line indented less ends it */
  minIndent: number
  offset: number
  opener: string
  isClosedBy(line: string): boolean
}

/** The opening line itself is part of it. */
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
