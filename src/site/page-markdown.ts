import { readFrontMatter } from '../content/ingest/front-matter.ts'
import { absoluteLinks } from './absolute-links.ts'

export interface PageMarkdownRequest {
  /** The file as its author wrote it, with its front matter */
  source: string
  title: string
  description: string
  /** The page's whole address on the site */
  address: string
}

/**
 * A page as Markdown that can be read away from the site, in a chat or a note: its title, what it is about and where
 * it stands in place of the front matter, then the text with whole addresses.
 */
export function pageMarkdown({ source, title, description, address }: PageMarkdownRequest): string {
  const read = readFrontMatter(source)
  const text = read.status === 'read' ? read.frontMatter.content : source
  const head = `# ${oneLine(title)}\n\n> ${oneLine(description)}\n\n<${address}>\n\n`
  return `${head}${absoluteLinks(withoutTitle(text.trim(), title), address)}\n`
}

/** The text without a first heading that says the title again. */
function withoutTitle(text: string, title: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.replace(/^# +/, '').trim() === title.trim() && first.startsWith('# ')
    ? text.slice(first.length).trimStart()
    : text
}

/** A title or description in one line, as headings and quotes have it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
