import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A place where the sources break a rule of plain English. `line` counts from 1. */
export type Finding = { file: string; line: number; rule: string; text: string }

const root = join(import.meta.dir, '..')

/** Accepted exceptions: the file, the start of the text, and the reason after it. At most 20. */
const allowed: readonly [file: string, text: string][] = []

const opening = /^(What|Who|Whoever|Those|Of|That|By)\b/
const phrases = /\b(is|are|was|were|be|been) told\b|\btold of\b|\bno more\b|\bwhoever\b|\bthrice\b|\bbegins? anew\b/i
const limitName = /\b(most|least)[A-Z]\w*/
const maxNameLength = 90

/** A comment from its first line on: `//`, `/* … *​/` in code, JSX and style sheets. */
const commentStart = /(?:^|[\s;,{(})\]])(?:\/\/|\/\*\*?)\s+(\S.*)$/
const testName = /\b(?:test|describe|it)(?:\.\w+)*(?:\([^']*\))?\(\s*'((?:[^'\\]|\\.)*)'/

/** Lints one file. Strings that look like comments are rare enough for the list of exceptions. */
export function lintEnglish(file: string, source: string): Finding[] {
  const found: Finding[] = []
  let state: 'code' | 'opened' | 'comment' = 'code'
  let wasLineComment = false
  for (const [index, text] of source.split('\n').entries()) {
    const report = (rule: string) => found.push({ file, line: index + 1, rule, text: text.trim() })
    const comment: string | undefined = state === 'code' ? commentStart.exec(text)?.[1] : text.replace(/^\s*\*?\s*/, '')
    // A line comment that follows another one continues it; so does each line of a block after the first with text.
    const isLineComment = /^\s*\/\//.test(text)
    const isContinued = state === 'comment' || (isLineComment && wasLineComment)
    wasLineComment = isLineComment
    if (comment !== undefined) {
      if (!isContinued && opening.test(comment)) report('opening')
      if (phrases.test(comment)) report('phrase')
    } else if (limitName.test(text)) report('limit')
    const name = testName.exec(text)?.[1]
    if (name !== undefined && name.length > maxNameLength) report('test name')
    if (state !== 'code') state = text.includes('*/') ? 'code' : 'comment'
    else if (/(?:^|[\s{(])\/\*/.test(text) && !text.includes('*/')) state = comment === undefined ? 'opened' : 'comment'
  }
  return found.filter(({ text }) => !allowed.some(([path, start]) => path === file && text.startsWith(start)))
}

/** Lints all sources and tests. */
export function lintAll(): string[] {
  const files = [...new Bun.Glob('{src,tests}/**/*.{ts,tsx,css}').scanSync({ cwd: root })].sort()
  const sources = files.filter((file) => !file.startsWith('tests/fixtures/'))
  const found = sources.flatMap((file) => lintEnglish(file, readFileSync(join(root, file), 'utf8')))
  return found.map(({ file, line, rule, text }) => `${file}:${line} ${rule}: ${text}`)
}

if (import.meta.main) {
  const found = lintAll()
  for (const line of found) process.stdout.write(`${line}\n`)
  if (found.length > 0) process.exitCode = 1
}
