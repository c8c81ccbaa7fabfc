import { createHash } from 'node:crypto'
import type { Problem } from './problem.ts'

/** Group of problems that have the same advice */
export interface KindOfProblems {
  /** ID of the group, a short hash that is the same in every run */
  id: string
  severity: Problem['severity']
  problems: Problem[]
}

/** Max number of lines of a report that is grouped by kind */
const maxLines = 30
const maxKinds = (maxLines - 2) / 2

/**
 * Groups problems by severity and advice. Groups of errors come first; groups with more problems come before smaller
 * ones.
 */
export function kindsOf(problems: readonly Problem[]): KindOfProblems[] {
  const kinds = new Map<string, KindOfProblems>()
  for (const problem of problems) {
    const { severity } = problem
    const key = `${severity} ${adviceOf(problem)}`
    const known = kinds.get(key)
    if (known) known.problems.push(problem)
    else kinds.set(key, { id: idOf(key), severity, problems: [problem] })
  }
  return [...kinds.values()].sort(
    (left, right) =>
      Number(right.severity === 'error') - Number(left.severity === 'error') ||
      right.problems.length - left.problems.length,
  )
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}

/** Returns the hint of a problem without names and numbers: `Change the value of "…".` */
function adviceOf({ hint }: Problem): string {
  return hint
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, '0')
    .replace(/^Write \S+: browsers /, 'Write …: browsers ')
}

export interface ReportOptions {
  /** Whether every problem is listed after the summary */
  isVerbose?: boolean | undefined
}

/** Writes a report for a terminal: a few problems are listed one by one, many are grouped by kind. */
export function reportProblems(
  problems: readonly Problem[],
  contentDir: string,
  { isVerbose = false }: ReportOptions = {},
): string {
  const whole = formatProblems(problems, contentDir)
  if (whole.split('\n').length <= maxLines + 1) return whole
  const summary = summaryOf(kindsOf(problems), contentDir)
  return isVerbose ? `${summary}\n${whole}` : `${summary}Each of them: kurs ingest --verbose, or /admin/content.\n`
}

function summaryOf(kinds: readonly KindOfProblems[], contentDir: string): string {
  const lines = kinds.slice(0, maxKinds).flatMap(({ severity, problems }) => {
    const [first] = problems
    if (!first) return []
    const files = new Set(problems.map(({ file }) => file)).size
    const where = `in ${counted(files, 'file')}, such as ${placeOf(first, contentDir)}`
    return [`${counted(problems.length, severity)} ${where}: ${messageOf(first)}`, `  → ${first.hint}`]
  })
  const rest = kinds.slice(maxKinds).flatMap(({ problems }) => problems)
  const errors = rest.filter(({ severity }) => severity === 'error').length
  const counts = [errors && counted(errors, 'error'), rest.length - errors && counted(rest.length - errors, 'warning')]
  const others = rest.length > 0 ? [`And ${counts.filter(Boolean).join(' and ')} of other kinds.`] : []
  return [...lines, ...others].map((line) => `${line}\n`).join('')
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}

/** Lists each problem with its line. Each hint is written once, below its first problem. */
export function formatProblems(problems: readonly Problem[], contentDir: string): string {
  const said = new Set<string>()
  const lines = problems.flatMap((problem) => {
    const hint = said.has(problem.hint) ? [] : [`  → ${problem.hint}`]
    said.add(problem.hint)
    return [formatProblem(problem, contentDir), ...hint]
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** Formats a problem as `/srv/kurs/content/ru/docs/a.md:3: error: date: Expected …` */
function formatProblem(problem: Problem, contentDir: string): string {
  return `${placeOf(problem, contentDir)}: ${problem.severity}: ${messageOf(problem)}`
}

function placeOf({ file, line }: Problem, contentDir: string): string {
  return [`${contentDir}/${file}`, line].filter(Boolean).join(':')
}

function messageOf({ field, message }: Problem): string {
  return [field, message].filter(Boolean).join(': ')
}
