import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A place where the sources break a rule of plain English. `line` counts from 1. */
export type Finding = { file: string; line: number; rule: string; text: string }

const root = join(import.meta.dir, '..')

/** Accepted exceptions: the file, the start of the text, and the reason after it. At most 20. */
const allowed: readonly [file: string, text: string][] = []

const opening = /^(What|Who|Whom|Whoever|Those|Of|That|By)\b/
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

/** Wordings that the texts of a language avoid, by the name of the rule */
const wordings: Record<'en' | 'ru', Record<string, RegExp>> = {
  en: {
    'American spelling':
      /\b\w*(?:colour|favourit|recognis|organis|labelled|behaviour|judgement|traveller|neighbour|catalogue)\w*|\b(?:centre|licence|grey|programme|cancelled|cancelling)s?\b/i,
    'unnamed subject': /\b(?:whoever|whosoever|where there is one)\b/i,
    'passive of telling': /\b(?:is|are|was|were|be|been|being) told\b|\btold (?:of|so|with)\b/i,
    'literal verb': /\b(?:begins? anew|renews? itself|leads? on|goes on to|thrice)\b|\bis no more\b/i,
    // A decimal comma marks a Russian number.
    'space before %': /(?<!\d,\d*)(?<=\d)[ \u00a0\u202f]%/,
    'order of words': /: only \{\{|\{\{\w+\}\} at most\b/,
  },
  ru: {
    'sentence without a verb': /(?:Пусто|пусто) — /,
    'те, кто': /(?:^|[.!?«'] ?)Кто [^.?!'—]{1,60}, (?!кто)/m,
    'literal verb': /(?<![а-яё])что держит(?![а-яё])/i,
    slang: /(?<![а-яё])(?:битк(?!оин)|крипт[аеуы](?![а-яё])|юзер|админк|лимитк)/i,
    ID: /(?<![A-Za-z/{_.=-])I?d(?![A-Za-z=_-])(?<=Id| id)/,
    // A decimal point marks an English number; `\u00a0` in a dictionary is the space.
    'no space before %': /(?<![\d.]|u00a)\d+(?:,\d+)?%/,
    'second factor': /втор(?:ая|ой|ую) ступен/i,
  },
}

/** Lints a dictionary or an article. Code in articles is skipped, because it uses the program's own names. */
export function lintText(locale: 'en' | 'ru', file: string, source: string): Finding[] {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  const prose = file.endsWith('.ts')
    ? source.replace(/\b\w+:(?= ['{[])/g, blank)
    : source.replace(/(`{3,})[\s\S]*?\1|`[^`\n]*`/g, blank)
  return prose.split('\n').flatMap((text, index) =>
    Object.entries(wordings[locale])
      .filter(([, pattern]) => pattern.test(text))
      .map(([rule]) => ({ file, line: index + 1, rule, text: text.trim() })),
  )
}

/** Lints all sources, tests, dictionaries and articles. */
export function lintAll(): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const filesOf = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort()
  const sources = filesOf('{src,tests}/**/*.{ts,tsx,css}').filter((file) => !file.startsWith('tests/fixtures/'))
  const found = sources.flatMap((file) => lintEnglish(file, read(file)))
  for (const locale of ['en', 'ru'] as const) {
    const texts = [...filesOf(`src/i18n/messages/${locale}/*.ts`), ...filesOf(`content/${locale}/**/*.{md,yml}`)]
    found.push(...texts.flatMap((file) => lintText(locale, file, read(file))))
  }
  return found.map(({ file, line, rule, text }) => `${file}:${line} ${rule}: ${text}`)
}

if (import.meta.main) {
  const found = lintAll()
  for (const line of found) process.stdout.write(`${line}\n`)
  if (found.length > 0) process.exitCode = 1
}
