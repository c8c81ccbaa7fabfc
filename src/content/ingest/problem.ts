export interface Problem {
  file: string
  line?: number | undefined
  field?: string | undefined
  message: string
  hint: string
  severity: 'error' | 'warning'
  /** None where pages of this host are shown within others */
  unlessEmbeds?: string | undefined
}

export type FoundProblem = Omit<Problem, 'file' | 'severity'>

export function errorsIn(file: string, problems: FoundProblem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, file, severity: 'error' }))
}

export function warningsIn(file: string, problems: FoundProblem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, file, severity: 'warning' }))
}

/** Each with its line, a hint once: below the first problem that it helps with. */
export function formatProblems(problems: Problem[], contentDir: string): string {
  const said = new Set<string>()
  const lines = problems.flatMap((problem) => {
    const hint = said.has(problem.hint) ? [] : [`  → ${problem.hint}`]
    said.add(problem.hint)
    return [formatProblem(problem, contentDir), ...hint]
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** `/srv/kurs/content/ru/docs/a.md:3: error: date: Expected …` */
function formatProblem(problem: Problem, contentDir: string): string {
  const place = [`${contentDir}/${problem.file}`, problem.line].filter(Boolean).join(':')
  const what = [problem.field, problem.message].filter(Boolean).join(': ')
  return `${place}: ${problem.severity}: ${what}`
}
