import { openVerbatim } from './verbatim.ts'

/** Max length of a formula, characters; longer ones stay text */
const maxLength = 5000

/**
 * Patterns of formulas. As in pandoc, there is no letter or digit directly before or after a formula, and no space
 * inside its dollar signs.
 */
const inline = /^\$(?![\s$])((?:[^$\\`]|\\[\s\S])+?)(?<!\s)\$(?![\p{L}\p{N}_$])/u
const display = /^\$\$((?:[^$\\`]|\\[\s\S]|\$(?!\$))+?)\$\$(?!\$)/

export interface FoundFormula {
  raw: string
  source: string
  isDisplay: boolean
}

/** Whether the text may contain formulas. */
export function mayContainFormulas(text: string): boolean {
  return /(?<![\p{L}\p{N}_$\\])(?:\$\$|\$(?=[^\s$])(?:[^$\\`]|\\[\s\S]){1,5000}?(?<!\s)\$(?![\p{L}\p{N}_$]))/u.test(
    text,
  )
}

/** Index at which the library marked must end its own text token, because a formula may begin there. */
export function startOfFormula(src: string): number {
  return src.search(/(?<![\p{L}\p{N}_$\\])\$/u)
}

/** Reads a formula, `$…$` or `$$…$$`. @param before  text before it */
export function readFormula(src: string, before: string): FoundFormula | undefined {
  if (/[\p{L}\p{N}_$\\]$/u.test(before)) return undefined
  const head = src.slice(0, maxLength)
  const [whole, lines] = display.exec(head) ?? []
  if (whole !== undefined && lines?.trim()) return { raw: whole, source: lines.trim(), isDisplay: true }
  const [raw, source] = inline.exec(head) ?? []
  if (raw === undefined || source === undefined || isProse(source)) return undefined
  return { raw, source, isDisplay: false }
}

/**
 * Whether a possible formula is prose with prices, such as "$5 (or 7$": prices are followed by words, which are rare in
 * formulas.
 */
function isProse(source: string): boolean {
  const bare = source.replace(/\\[A-Za-z]+|\{[^{}]*\}/g, '')
  return /\p{L}{2,}[\s,;:]+\p{L}{2,}/u.test(bare) || (/^[\d.,]/.test(source) && /[\s(]\p{L}{2,}/u.test(bare))
}

const opening = /^((?: {0,3}>[ \t]?)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)\$\$(?!\$)(.*)$/
/** Max number of lines of a display formula */
const maxLines = 200

/** Replaces `$$` around several lines by code fences of the language `math`, so that nothing in between is Markdown. */
export function withFencedFormulas(source: string): string {
  const lines = source.split('\n')
  const endAfter = endsOf(lines)
  let verbatim: ReturnType<typeof openVerbatim>
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (verbatim) {
      if (verbatim.isClosedBy(line)) verbatim = undefined
      continue
    }
    verbatim = openVerbatim(line)
    const [all, prefix = '', first = ''] = verbatim ? [] : (opening.exec(line) ?? [])
    const end = all === undefined || first.includes('$$') ? undefined : endAfter(at)
    if (end === undefined) continue
    const inner = prefix.replace(/[-*+]|\d+[.)]/, (marker) => ' '.repeat(marker.length))
    const last = (lines[end] ?? '').trimEnd().slice(0, -2)
    lines[at] = `${prefix}\`\`\`math${first.trim() && `\n${inner}${first}`}`
    lines[end] = `${/^[\s>]*$/.test(last) ? inner : `${last}\n${inner}`}\`\`\``
    at = end
  }
  return lines.join('\n')
}

/**
 * Returns a function that finds the line on which a formula ends, before any code or block. Lines must be queried in
 * ascending order.
 */
function endsOf(lines: readonly string[]): (from: number) => number | undefined {
  const marks = lines.flatMap((line, at) => {
    const isEnd = line.trimEnd().endsWith('$$')
    return isEnd || line.includes('```') || /^\s*:{2,}/.test(line) ? [{ at, isEnd }] : []
  })
  let next = 0
  return (from) => {
    while ((marks[next]?.at ?? Number.POSITIVE_INFINITY) <= from) next++
    const mark = marks[next]
    return mark?.isEnd && mark.at - from < maxLines ? mark.at : undefined
  }
}
