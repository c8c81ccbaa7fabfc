import { posix } from 'node:path'

/** Finds the line on which a file writes an address. Ignores code. @returns 1-based; undefined if not found */
export function lineFinder(text: string, base?: string): (address: string) => number | undefined {
  let lines: string[] | undefined
  const find = (address: string) => {
    lines ??= withoutCode(text.split('\n'))
    const pattern = writtenAs(address)
    const end = last(address).toLowerCase()
    const at = lines.findIndex((line) => line.toLowerCase().includes(end) && pattern.test(line))
    return at < 0 ? undefined : at + 1
  }
  if (!base) return find
  // Tries the address as the file writes it: `start/other` of `/docs/start` is `other` in its folder.
  return (address) => {
    const line = find(address)
    if (line !== undefined || /^([/#?]|[a-z][a-z0-9+.-]*:)/i.test(address)) return line
    const inFolder = posix.relative(posix.join(deepFolder, base), posix.join(deepFolder, address))
    return find(inFolder) ?? find(`./${inFolder}`)
  }
}

/** Deeper than any `../` in a text, so that paths never depend on the working directory of this process. */
const deepFolder = `/${'a/'.repeat(40)}`

function withoutCode(lines: string[]): string[] {
  let fence: string | undefined
  return lines.map((line) => {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined
    else if (fence === undefined) return line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
    return ''
  })
}

/** The last part of an address, which the file always contains: `./1.Other.md` became `./other`. */
function last(address: string): string {
  return /[^/#?%&]*$/.exec(address)?.[0] ?? ''
}

function writtenAs(address: string): RegExp {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const steps = path
    .split('/')
    .map((step) => `${step === '' || /^\.+$/.test(step) ? '' : '(?:\\d+\\.)?'}${loosePattern(step)}`)
  const file = path === '' ? '' : '(?:\\.(?:mdx?|markdown))?'
  return new RegExp(`(?:[(<"'=]|:\\s+)${steps.join('/')}${file}${loosePattern(rest)}(?:$|[)>"'\\s}])`, 'i')
}

/** Escaped characters of the address may be written literally or as a character reference. */
function loosePattern(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+|[.*+?^${}()|[\]\\]/gi, (part) =>
    part.startsWith('%') ? `(?:${part}|${exactPattern(part)}|&#?\\w{1,10};)` : `\\${part}`,
  )
}

/** Matches the exact letters: a wildcard would backtrack through every split of a line with many links. */
function exactPattern(escaped: string): string {
  try {
    return decodeURIComponent(escaped).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  } catch {
    return escaped
  }
}
