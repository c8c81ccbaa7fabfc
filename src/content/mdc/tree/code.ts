import type { ElementNode, Props } from '../ast.ts'

const maxHighlights = 5000
const maxInfoLength = 1000

/** Makes the node of a code block. `info` is the text after the fence: `lang [file] {1,3-5} meta`. */
export function codeBlock(text: string, info: string): ElementNode {
  const code = text === '' ? '' : `${text}\n`
  const { language, filename, highlights, meta } = readInfo(info.slice(0, maxInfoLength))
  const props: Props = {
    className: [`language-${language || 'text'}`],
    code,
    ...(filename ? { filename } : {}),
    ...(highlights.length > 0 ? { highlights } : {}),
    language: language || 'text',
    ...(info.trim() === '' ? {} : { meta: meta + info.slice(maxInfoLength) }),
  }
  return ['pre', props, ['code', { __ignoreMap: '' }, ...(code ? [code] : [])]]
}

interface CodeInfo {
  language: string
  filename: string
  highlights: number[]
  meta: string
}

function readInfo(info: string): CodeInfo {
  const language = /^[^\s[{]+/.exec(info.trim())?.[0] ?? ''
  let meta = info.trim().slice(language.length)
  const take = (pattern: RegExp): string => {
    const match = pattern.exec(meta)
    if (match) meta = `${meta.slice(0, match.index)} ${meta.slice(match.index + match[0].length)}`
    return match?.[1] ?? ''
  }
  const ranges = take(/(?<![^\s\]])\{([\d,\s-]*)\}/)
  // Brackets in the file name may be escaped by one backslash or, as in Markdown, two.
  const filename = take(/(?<![^\s}])\[((?:\\+\]|\[[^[\]]*\]|[^\]])*)\]/).replace(/\\+([[\]])/g, '$1')
  return { language, filename, highlights: linesOf(ranges), meta: meta.replace(/\s+/g, ' ').trim() }
}

function linesOf(ranges: string): number[] {
  const lines = ranges.split(',').flatMap((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map((text) => Number.parseInt(text, 10))
    const count = Math.min(to - from + 1, maxHighlights)
    return count > 0 ? Array.from({ length: count }, (_, at) => from + at) : []
  })
  return lines.slice(0, maxHighlights)
}
