import { looksLikeOpening } from '../../content/mdc/lex/opening.ts'
import { openVerbatim } from '../../content/mdc/lex/verbatim.ts'
import { maxYamlLines } from '../../content/mdc/limits.ts'
import { withoutExtension } from '../../content/mdc/tree/links.ts'

/** Matches the targets of links and images, each with its prefix. */
const inlineLink =
  /(\]\(\s*)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)?)(?=\s*(?:\s(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\))/g
const bracketedLink = /(\]\(\s*<)([^<>\n]+)(?=>)/g
const linkDefinition = /^([ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*<?)([^\s<>]+)/gm
const attribute = /([\s{](?:to|href|src)=["']?)([^\s"'<>}]+)/g
const yamlProp = /^(\s*(?:to|href|src):\s+["']?)([^\s"']+)/gm

/**
 * Makes links, images and block properties of this site absolute; code is kept verbatim. `address` is that of the text.
 * @param pictureAt  URL of a picture beside the text, by its name in the text
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
  // Resolve only the path: query and fragment keep the author's spelling.
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(withoutExtension(written, base)) ?? []
  const resolved = URL.parse(path, address)
  return resolved ? resolved.href + rest : written
}

interface Piece {
  /** `props` is a block's YAML; `code` and `comment` occupy whole lines and are kept verbatim */
  kind: 'text' | 'props' | 'code' | 'comment'
  lines: string[]
}

/** Splits lines into pieces, because a code span never continues in the next paragraph. */
export function piecesOf(lines: string[]): Piece[] {
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

/** Reads fenced code or a comment, up to the end if unclosed. */
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

/** Applies `change` outside code spans. A run of backticks ends at the next run of the same length. */
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
