import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { plainValue } from '../mdc/plain-yaml.ts'
import type { FoundProblem } from './problem.ts'

export interface FrontMatter {
  data: unknown
  content: string
  /** Line of the file on which `content` begins, 1-based */
  contentLine: number
  /** Returns the line of a field, 1-based; the opening line for a missing field */
  lineOf(field: readonly PropertyKey[]): number
}

export type FrontMatterResult =
  | { status: 'read'; frontMatter: FrontMatter }
  | { status: 'broken'; problems: FoundProblem[] }

export function readFrontMatter(source: string): FrontMatterResult {
  if (!/^---[ \t]*\r?\n/.test(source)) return readYaml('', 0, source, 1)
  const lines = source.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && /^---[ \t]*\r?$/.test(line))
  if (end < 0) {
    const hint = 'Close the front matter with a line of three dashes (---) above the text.'
    return { status: 'broken', problems: [{ line: 1, message: 'The front matter is not closed', hint }] }
  }
  return readYaml(lines.slice(1, end).join('\n'), 1, lines.slice(end + 1).join('\n'), end + 2)
}

export function readYamlFile(source: string): FrontMatterResult {
  return readYaml(source, 0, '', 1)
}

function readYaml(yaml: string, linesAbove: number, content: string, contentLine: number): FrontMatterResult {
  const lines = new LineCounter()
  const document = parseDocument(withQuotes(yaml), { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + linesAbove
  if (document.errors.length > 0) {
    const hint = 'Correct the YAML: quote values that contain ": " or begin with a special character.'
    return {
      status: 'broken',
      problems: document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message, hint })),
    }
  }
  const plain = plainValue(document)
  if (plain.status === 'refused') {
    const hint = 'Put quotes around a value that contains or begins with a special character such as *, &, [ or {.'
    return { status: 'broken', problems: [{ line: lineAt(plain.offset), message: plain.message, hint }] }
  }
  const data = plain.value ?? {}
  if (typeof data !== 'object' || Array.isArray(data)) {
    const hint = 'Write one "field: value" a line.'
    return { status: 'broken', problems: [{ line: linesAbove + 1, message: 'Expected fields with values', hint }] }
  }
  const lineOf = (field: readonly PropertyKey[]) => {
    const [name] = field
    const pair = isMap(document.contents)
      ? document.contents.items.find((item) => isScalar(item.key) && item.key.value === name)
      : undefined
    const key = pair && isScalar(pair.key) ? pair.key.range : undefined
    return key ? lineAt(key[0]) : 1
  }
  return { status: 'read', frontMatter: { data, content, contentLine, lineOf } }
}

/**
 * Puts quotes around titles such as `@sveltejs/kit`, `{@html}` or one that begins with code. No YAML value can begin
 * with these characters, so the meaning is clear.
 */
function withQuotes(yaml: string): string {
  return yaml.replace(/^((?:title|description):[ \t]+)((?:[@`]|\{[@#/:]).*)$/gm, (_, name: string, text: string) => {
    return name + JSON.stringify(text.trimEnd())
  })
}

export function problemsOf(error: z.ZodError, frontMatter: FrontMatter): FoundProblem[] {
  return error.issues.map((issue) => {
    const field = issue.path.join('.')
    const value = valueAt(frontMatter.data, issue.path)
    return {
      line: frontMatter.lineOf(issue.path),
      field,
      message: value === undefined ? `Missing: ${issue.message}` : `${issue.message}, got ${JSON.stringify(value)}`,
      hint: value === undefined ? `Add "${field}: …" to the front matter.` : `Change the value of "${field}".`,
    }
  })
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[String(key)] : undefined), data)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
