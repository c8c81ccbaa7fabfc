import { baseOf } from '../../content/addresses.ts'
import { readFrontMatter } from '../../content/ingest/front-matter.ts'
import type { Library } from '../../content/library.ts'
import { textOf } from '../../content/mdc/ast.ts'
import { plainMarkdown } from '../../content/mdc/mdx.ts'
import { ownId } from '../../content/mdc/tree/headings.ts'
import { ownPictureOf } from '../../content/own-pictures.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { absoluteLinks } from './absolute-links.ts'
import { oneLine } from './one-line.ts'
import type { ReadablePage } from './readable.ts'
import { withoutComments } from './without-comments.ts'

export interface PageMarkdownRequest {
  /** Includes the front matter */
  source: string
  page: Omit<ReadablePage, 'locale'>
  library: Pick<Library, 'pictures'>
  siteUrl: string
}

/** Renders self-contained Markdown: title, description and URL instead of the front matter, absolute links. */
export function pageMarkdown({ source, page, library, siteUrl }: PageMarkdownRequest): string {
  const { title, description } = page
  const address = siteUrl + page.path
  const read = readFrontMatter(source)
  const written = read.status === 'read' ? read.frontMatter.content : source
  const { text } = plainMarkdown(written, page.file.endsWith('.mdx'))
  const lead = description && `> ${oneLine(description)}\n\n`
  const head = `# ${oneLine(title)}\n\n${lead}<${address}>\n\n`
  const pictureAt = (written: string) => {
    const own = ownPictureOf(page.file, written)
    const picture = own === undefined ? undefined : library.pictures.get(own)
    return picture && siteUrl + picture.src
  }
  const shown = withoutTitle(withoutComments(text).trim(), title)
  return `${head}${absoluteLinks(shown, address, pictureAt, baseOf(page.file))}\n`
}

function withoutTitle(text: string, title: string): string {
  const [first = ''] = text.split('\n', 1)
  if (!first.startsWith('# ')) return text
  const heading = ownId([first.replace(/^# +/, '').trim()])
    .children.map(textOf)
    .join('')
  return withoutCodeMarks(heading) === withoutCodeMarks(title.trim()) ? text.slice(first.length).trimStart() : text
}
