import type { AstNode } from '../../mdc/ast.ts'
import type { LinkWords } from '../../search/indexing.ts'
import { withPlainLetters } from '../../search/words.ts'
import { targetOf } from './find-links.ts'
import { linksIn } from './links-in.ts'

/** Max length of a link's text: longer texts are sentences and do not name the target. */
const maxLetters = 90

/** Returns the texts of a page's links to other pages of this site, each text once per target. */
export function linkWordsIn(from: string, nodes: AstNode[]): LinkWords[] {
  const found = new Map<string, LinkWords>()
  for (const { written, words } of linksIn(nodes)) {
    if (!words) continue
    const line = words
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    const text = withPlainLetters(line.toLowerCase())
    const path = targetOf(from, written)?.path
    if (path === undefined || path === from || text.length < 2 || text.length > maxLetters) continue
    found.set(`${path} ${text}`, { path, text })
  }
  return [...found.values()]
}
