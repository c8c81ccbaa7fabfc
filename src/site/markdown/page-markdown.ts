import { baseOf } from '../../content/addresses.ts'
import { readFrontMatter } from '../../content/ingest/front-matter.ts'
import type { Library } from '../../content/library/library.ts'
import { textOf } from '../../content/mdc/ast.ts'
import { looksLikeOpening } from '../../content/mdc/lex/opening.ts'
import { openVerbatim } from '../../content/mdc/lex/verbatim.ts'
import { maxYamlLines } from '../../content/mdc/limits.ts'
import { plainMarkdown } from '../../content/mdc/mdx.ts'
import { ownId } from '../../content/mdc/tree/headings.ts'
import { withoutExtension } from '../../content/mdc/tree/links.ts'
import { ownPictureOf } from '../../content/own-pictures.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { oneLine } from './one-line.ts'
import type { ReadablePage } from './readable.ts'

/** Pattern that matches the targets of links and images, each with the characters before it. */
const inlineLink =
  /(\]\(\s*)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)?)(?=\s*(?:\s(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\))/g
const bracketedLink = /(\]\(\s*<)([^<>\n]+)(?=>)/g
const linkDefinition = /^([ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*<?)([^\s<>]+)/gm
const attribute = /([\s{](?:to|href|src)=["']?)([^\s"'<>}]+)/g
const yamlProp = /^(\s*(?:to|href|src):\s+["']?)([^\s"']+)/gm

/**
 * Makes the addresses in links, images and block properties absolute if they are of this site; code is kept verbatim.
 * `address` is the URL of the text. @param pictureAt  URL of a picture beside the text, by its name in the text
 * @param base  from `baseOf`; applies only to Markdown's own links, as on pages
 */
export function absoluteLinks(
  markdown: string,
  address: string,
  pictureAt: (written: string) => string | undefined = () => undefined,
  base?: string,
): string {
  const absoluteIn = (folder?: string) => (_: string, before: string, written: string) =>
    before + (pictureAt(written) ?? absoluteAddress(written, address, folder))
  const replaceIn = ({ kind, lines }: Piece): string => {
    const text = lines.join('\n')
    if (kind === 'code' || kind === 'comment') return text
    if (kind === 'props') return text.replace(yamlProp, absoluteIn())
    const links = [inlineLink, bracketedLink, linkDefinition]
    return mapOutsideCode(text, (part) =>
      links.reduce((changed, form) => changed.replace(form, absoluteIn(base)), part).replace(attribute, absoluteIn()),
    )
  }
  return piecesOf(markdown.split('\n')).map(replaceIn).join('\n')
}

function absoluteAddress(written: string, address: string, base?: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return written
  if (written.startsWith('/')) return new URL(address).origin + written
  if (written.startsWith('#')) return address + written
  // Only the path is resolved, so that the query and fragment keep the author's spelling.
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(withoutExtension(written, base)) ?? []
  const resolved = URL.parse(path, address)
  return resolved ? resolved.href + rest : written
}

interface Piece {
  /** Kind of the piece: `props` is a block's YAML; `code` and `comment` occupy whole lines and are kept verbatim */
  kind: 'text' | 'props' | 'code' | 'comment'
  lines: string[]
}

/**
 * Splits the lines of a Markdown text into pieces that are processed one by one, because a code span never continues in
 * the next paragraph.
 */
function piecesOf(lines: string[]): Piece[] {
  const pieces: Piece[] = []
  let text: Piece | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const piece = propsAt(lines, at) ?? codeAt(lines, at)
    if (piece) {
      pieces.push(piece)
      text = undefined
      at += piece.lines.length - 1
      continue
    }
    if (!text) {
      text = { kind: 'text', lines: [] }
      pieces.push(text)
    }
    text.lines.push(line)
    if (line.trim() === '') text = undefined
  }
  return pieces
}

function propsAt(lines: string[], at: number): Piece | undefined {
  if (lines[at]?.trim() !== '---' || !looksLikeOpening(lines[at - 1] ?? '')) return undefined
  const length = lines.slice(at + 1, at + maxYamlLines).findIndex((line) => line.trim() === '---')
  return length < 0 ? undefined : { kind: 'props', lines: lines.slice(at, at + length + 2) }
}

/** Reads fenced code or a comment that begins on a line; if it is unclosed, it reaches to the end of the text. */
function codeAt(lines: string[], at: number): Piece | undefined {
  const verbatim = openVerbatim(unquoted(lines[at] ?? ''))
  if (!verbatim) return undefined
  let end = at + 1
  while (end < lines.length && !verbatim.isClosedBy(unquoted(lines[end] ?? ''))) end++
  const kind = verbatim.opener === '<!--' ? 'comment' : 'code'
  return { kind, lines: lines.slice(at, end + 1) }
}

function unquoted(line: string): string {
  return line.replace(/^[\s>]+/, '')
}

/**
 * Applies `change` to the parts of a text outside of code spans. A code span that begins with a run of backticks ends
 * at the next run of the same length.
 */
function mapOutsideCode(text: string, change: (part: string) => string): string {
  const runs = [...text.matchAll(/(?<!\\)`+/g)].map(([run], at, all) => ({
    start: all[at]?.index ?? 0,
    length: run.length,
  }))
  const closings = new Map<number, { start: number; length: number }>()
  const spans = runs.toReversed().map((run) => {
    const closing = closings.get(run.length)
    closings.set(run.length, run)
    return { start: run.start, end: closing && closing.start + closing.length }
  })
  const parts: string[] = []
  let done = 0
  for (const { start, end } of spans.reverse()) {
    if (end === undefined || start < done) continue
    parts.push(change(text.slice(done, start)), text.slice(start, end))
    done = end
  }
  return [...parts, change(text.slice(done))].join('')
}

export interface PageMarkdownRequest {
  /** Source of the page, including the front matter */
  source: string
  page: Omit<ReadablePage, 'locale'>
  library: Pick<Library, 'pictures'>
  siteUrl: string
}

/**
 * Returns the Markdown of a page as a self-contained text: with title, description and URL instead of the front matter,
 * and with absolute links.
 */
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

/** Removes HTML comments, so that text hidden by the author stays hidden. Comments in code stay. */
function withoutComments(markdown: string): string {
  if (!markdown.includes('<!--')) return markdown
  return piecesOf(markdown.split('\n'))
    .map(({ kind, lines }) => {
      const text = lines.join('\n')
      if (kind === 'comment') return text.replace(/<!--[\s\S]*?(?:-->|$)/, '')
      return kind === 'text' ? withoutInline(text) : text
    })
    .join('\n')
}

/**
 * Removes comments within lines. The text is scanned step by step, so that a backtick in a comment starts no code, and
 * code contains no comment.
 */
function withoutInline(text: string): string {
  const runs = Map.groupBy(text.matchAll(/(?<!\\)`+/g), ([run]) => run.length)
  const begin = /(?<!\\)(?:`+|<!--)/g
  let kept = ''
  let done = 0
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [mark] = found
    if (mark === '<!--') {
      const end = text.indexOf('-->', found.index + mark.length)
      if (end < 0) break
      kept += text.slice(done, found.index)
      begin.lastIndex = done = end + 3
      continue
    }
    const same = runs.get(mark.length) ?? []
    while ((same[0]?.index ?? text.length) <= found.index) same.shift()
    const [closing] = same
    if (closing) begin.lastIndex = closing.index + mark.length
  }
  return kept + text.slice(done)
}
