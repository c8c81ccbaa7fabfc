import { readFrontMatter } from '../../content/ingest/front-matter.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { absoluteLinks } from './absolute-links.ts'
import { oneLine } from './one-line.ts'

export interface PageMarkdownRequest {
  /** With its front matter */
  source: string
  title: string
  description: string
  address: string
}

/** Readable away from the site: title, description and address in place of the front matter, absolute links. */
export function pageMarkdown({ source, title, description, address }: PageMarkdownRequest): string {
  const read = readFrontMatter(source)
  const text = read.status === 'read' ? read.frontMatter.content : source
  const lead = description && `> ${oneLine(description)}\n\n`
  const head = `# ${oneLine(title)}\n\n${lead}<${address}>\n\n`
  return `${head}${absoluteLinks(withoutTitle(text.trim(), title), address)}\n`
}

function withoutTitle(text: string, title: string): string {
  const [first = ''] = text.split('\n', 1)
  return withoutCodeMarks(first.replace(/^# +/, '').trim()) === withoutCodeMarks(title.trim()) && first.startsWith('# ')
    ? text.slice(first.length).trimStart()
    : text
}
