import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A place where the sources break a rule of plain English. `line` counts from 1. */
export type Finding = { file: string; line: number; rule: string; text: string }

const root = join(import.meta.dir, '..')

/** Findings that stay: the file, the start of the text, and the reason after it. At most 20. */
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
  let isInComment = false
  for (const [index, text] of source.split('\n').entries()) {
    const report = (rule: string) => found.push({ file, line: index + 1, rule, text: text.trim() })
    const trimmed = text.trim()
    const isOpening = !isInComment && commentStart.exec(text)
    const comment = isInComment ? trimmed : isOpening ? isOpening[1] : undefined
    // A line comment that follows another one continues it.
    const isContinued = isInComment || /^\s*\/\//.test(source.split('\n', index).at(-1) ?? '')
    if (comment !== undefined) {
      if (!isContinued && opening.test(comment)) report('opening')
      if (phrases.test(comment)) report('phrase')
    }
    if (isInComment ? trimmed.includes('*/') : false) isInComment = false
    else if (/(?:^|[\s{(])\/\*/.test(text) && !text.includes('*/')) isInComment = true
    if (comment === undefined && limitName.test(text)) report('limit')
    const name = testName.exec(text)?.[1]
    if (name !== undefined && name.length > maxNameLength) report('test name')
  }
  return found.filter(({ text }) => !allowed.some(([path, start]) => path === file && text.startsWith(start)))
}

if (import.meta.main) {
  const { stdout } = Bun.spawnSync(['git', 'ls-files', 'src/**', 'tests/**'], { cwd: root })
  const files = stdout.toString().split('\n')
  const sources = files.filter((file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('tests/fixtures/'))
  const found = sources.flatMap((file) => lintEnglish(file, readFileSync(join(root, file), 'utf8')))
  for (const { file, line, rule, text } of found) process.stdout.write(`${file}:${line} ${rule}: ${text}\n`)
  if (found.length > 0) process.exitCode = 1
}
