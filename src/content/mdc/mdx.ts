import { matchAt } from './lex/source-text.ts'
import { openVerbatim } from './lex/verbatim.ts'
import { ModuleBrackets } from './module-brackets.ts'
import { isWrittenId } from './tree/headings.ts'

export interface PlainMarkdown {
  /** Text without the program parts, with as many lines as the source */
  text: string
  dropped: DroppedMdx | undefined
}

export interface DroppedMdx {
  /** Line of the first removed part, from 0 */
  line: number
  modules: number
  comments: number
}

/**
 * Patterns of the beginning of a module (`import` or `export`) in an MDX file and, more strictly, in a Markdown file.
 */
const mdxModule = /^(?:import|export)(?:[\s{*'"]|$)/
const moduleLine =
  /^(?:import\s*(?:[\w$*{][^'"`;]*?\sfrom\s*)?['"][^'"]+['"]\s*;?\s*$|import\s*\{[^}'"]*$|export\s+(?:(?:const|let|var|class|(?:async\s+)?function|interface|type)\s+[\w$]+\s*[=({<:]|\{|\*\s*(?:as\s+\w+\s+)?from\s))/
const maxModuleLines = 500
/** Max number of lines that are read in the whole file to find the ends of unclosed modules */
const maxVainLines = 20 * maxModuleLines
const string = /\{(['"])((?:(?!\1)[^\\\n]){0,1000})\1\}/y

/**
 * Removes the program parts of MDX, which would otherwise be shown as text: `import`, `export` and comments in braces.
 * Code blocks are kept.
 * @param isMdx  whether the file is MDX; other files may contain such lines too, but are read more strictly
 */
export function plainMarkdown(written: string, isMdx: boolean): PlainMarkdown {
  const source = written.replace(/\r\n?/g, '\n')
  if (!/\{(?:\/\*|['"])|^(?:im|ex)port/m.test(source)) return { text: source, dropped: undefined }
  return new MdxReader(source, isMdx).read()
}

const isPre = /^ {0,3}<pre(?:[\s>]|$)/i
const pre: NonNullable<ReturnType<typeof openVerbatim>> = {
  opener: '<pre>',
  isClosedBy: (line) => /<\/pre>/i.test(line),
}

class MdxReader {
  readonly #source: string
  readonly #isMdx: boolean
  #at = 0
  #text = ''
  /** Text that was kept since the start of the current line; slicing the whole text would copy it each time */
  #left = ''
  #firstDrop: number | undefined
  #modules = 0
  #comments = 0
  #vainLines = 0
  /** For each length of a run of backticks, the position before which no such run closes */
  readonly #unclosed = new Map<number, number>()

  constructor(source: string, isMdx: boolean) {
    this.#source = source
    this.#isMdx = isMdx
  }

  read(): PlainMarkdown {
    let verbatim: ReturnType<typeof openVerbatim>
    let mayBegin = true
    while (this.#at < this.#source.length) {
      this.#left = ''
      const end = this.#lineEnd(this.#at)
      const line = this.#source.slice(this.#at, end)
      let hasEnded = false
      if (verbatim) {
        this.#keep(end)
        hasEnded = verbatim.isClosedBy(line)
        if (hasEnded) verbatim = undefined
      } else if (mayBegin && this.#isModule(line)) {
        this.#drop(this.#moduleEnd())
        this.#modules++
        continue
      } else {
        verbatim = openVerbatim(line)
        if (!verbatim && !this.#isMdx && isPre.test(line)) verbatim = pre
        if (verbatim) this.#keep(end)
        else this.#readText(end)
        hasEnded = verbatim === pre && pre.isClosedBy(line)
        if (hasEnded) verbatim = undefined
      }
      mayBegin = !verbatim && (hasEnded || this.#endsBlock())
    }
    const dropped =
      this.#firstDrop === undefined
        ? undefined
        : { line: lineAt(this.#source, this.#firstDrop), modules: this.#modules, comments: this.#comments }
    return { text: this.#text, dropped }
  }

  /** Whether a module may begin after the line that was just read */
  #endsBlock(): boolean {
    const line = this.#left.trim()
    return line === '' || (this.#isMdx && /^#{1,6}\s/.test(line)) || /^<!--.*-->$/.test(line)
  }

  #isModule(line: string): boolean {
    return this.#isMdx ? mdxModule.test(line) : moduleLine.test(line)
  }

  /** Index after the line that ends the module: its brackets are closed, and the next line is not indented. */
  #moduleEnd(): number {
    const brackets = new ModuleBrackets()
    let end = this.#at
    for (
      let count = 0;
      count < maxModuleLines && this.#vainLines < maxVainLines && end < this.#source.length;
      count++
    ) {
      const next = this.#lineEnd(end)
      brackets.read(this.#source.slice(end, next))
      end = next
      if (!brackets.areOpen && !/[ \t]/.test(this.#source[end] ?? '')) return end
    }
    this.#vainLines += maxModuleLines
    // The module is never closed, so it ends at an empty line, and the text after that is kept.
    const blank = /\n[ \t]*\n/g
    blank.lastIndex = this.#at
    return this.#lineEnd((blank.exec(this.#source)?.index ?? this.#source.length) - 1)
  }

  /** Reads text at least to the end of the line; code and comments may end on later lines. */
  #readText(lineEnd: number): void {
    const start = this.#at
    const isHeading = /^ {0,3}#{1,6}\s/.test(this.#source.slice(start, start + 10))
    if (!this.#isMdx && /^(?: {4}|\t)/.test(this.#source.slice(start, start + 4))) {
      this.#keep(lineEnd)
      return
    }
    let end = lineEnd
    while (this.#at < end) {
      const next = this.#nextMark(end)
      this.#keep(next)
      if (next === end) return
      if (this.#source[next] === '`') this.#keep(this.#codeEnd(next))
      else this.#readBrace(isHeading)
      if (this.#at > end) end = this.#lineEnd(this.#at - 1)
    }
  }

  #nextMark(end: number): number {
    for (let at = this.#at; at < end; at++) {
      const sign = this.#source[at]
      if (sign === '\\') at++
      else if (sign === '`' || sign === '{') return at
    }
    return end
  }

  #readBrace(isHeading: boolean): void {
    const { length } = this.#source
    if (this.#source.startsWith('{/*', this.#at) && (this.#isMdx || this.#source[this.#at - 1] !== '{')) {
      const close = this.#closingComment()
      const isName =
        isHeading &&
        close < length &&
        isWrittenId(this.#source.slice(this.#at + 3, close).trim()) &&
        this.#endsLine(close + 3)
      if (isName) this.#keep(close + 3)
      else if (close < length) {
        this.#comments++
        this.#drop(close + 3)
      } else this.#keep(this.#at + 1)
      return
    }
    const [all, , text] =
      (this.#isMdx && this.#source[this.#at - 1] !== '=' && matchAt(string, this.#source, this.#at)) || []
    if (all === undefined || text === undefined) {
      this.#keep(this.#at + 1)
      return
    }
    this.#add(text)
    this.#at += all.length
  }

  #closes = -1
  #paragraphEnd = -1

  /**
   * Index of the end of a comment in braces. In a Markdown file, braces are more often prose, so a comment must end in
   * its paragraph.
   */
  #closingComment(): number {
    const { length } = this.#source
    if (this.#closes < this.#at) this.#closes = indexOr(length, this.#source.indexOf('*/}', this.#at + 3))
    if (this.#isMdx) return this.#closes
    if (this.#paragraphEnd < this.#at) {
      const rest = /\n[ \t]*(?:\n|`{3}|~{3})/g
      rest.lastIndex = this.#at
      this.#paragraphEnd = rest.exec(this.#source)?.index ?? length
    }
    return this.#closes < this.#paragraphEnd ? this.#closes : length
  }

  #endsLine(at: number): boolean {
    return this.#source.slice(at, this.#lineEnd(at)).trim() === ''
  }

  /** Index after the run of backticks that closes this one in the same paragraph, or else after this run. */
  #codeEnd(from: number): number {
    const open = runEnd(this.#source, from)
    const length = open - from
    if ((this.#unclosed.get(length) ?? 0) > from) return open
    const blank = /\n[ \t]*\n/g
    blank.lastIndex = open
    const limit = blank.exec(this.#source)?.index ?? this.#source.length
    for (let at = this.#source.indexOf('`', open); at >= 0 && at < limit; ) {
      const end = runEnd(this.#source, at)
      if (end - at === length) return end
      at = this.#source.indexOf('`', end)
    }
    this.#unclosed.set(length, limit)
    return open
  }

  #add(text: string): void {
    this.#text += text
    this.#left += text
  }

  #keep(end: number): void {
    this.#add(this.#source.slice(this.#at, end))
    this.#at = end
  }

  #drop(end: number): void {
    this.#firstDrop ??= this.#at
    this.#add(this.#source.slice(this.#at, end).replace(/[^\n]+/g, ''))
    this.#at = end
  }

  /** Index after the end of the line, including the line break */
  #lineEnd(from: number): number {
    const end = this.#source.indexOf('\n', from)
    return end < 0 ? this.#source.length : end + 1
  }
}

function indexOr(otherwise: number, index: number): number {
  return index < 0 ? otherwise : index
}

function runEnd(text: string, from: number): number {
  let end = from
  while (text[end] === '`') end++
  return end
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1
}
