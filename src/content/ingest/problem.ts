/** Something an author should know of a file. An error keeps the file's last good version; a warning does not. */
export interface Problem {
  /** Path below the content folder */
  file: string
  /** 1-based */
  line?: number | undefined
  /** Front matter field, dotted */
  field?: string | undefined
  message: string
  /** What to do about it */
  hint: string
  severity: 'error' | 'warning'
}

/** `/srv/kurs/content/ru/docs/a.md:3: error: date: Expected …` and, below, what to do. */
export function formatProblem(problem: Problem, contentDir: string): string {
  const place = [`${contentDir}/${problem.file}`, problem.line].filter(Boolean).join(':')
  const what = [problem.field, problem.message].filter(Boolean).join(': ')
  return `${place}: ${problem.severity}: ${what}\n  → ${problem.hint}`
}
