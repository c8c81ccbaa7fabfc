/** `// [!code ++]`, `# [!code highlight:3]` at the end of a line, or above it on a line of their own */
const classesOf: Record<string, string> = {
  '++': 'diff add',
  '--': 'diff remove',
  hl: 'highlight',
  highlight: 'highlight',
  focus: 'focus',
  error: 'error',
  warning: 'warning',
}

const notation =
  /[ \t]*(?:\/\/|\/\*|<!--|#|--|;|%)?[ \t]*\[!code (\+\+|--|hl|highlight|focus|error|warning)(?::(\d{1,4}))?\][ \t]*(?:\*\/|-->)?[ \t]*$/

export interface AnnotatedCode {
  lines: string[]
  classes: Map<number, string>
}

export function readNotation(code: string): AnnotatedCode {
  const written = code.replace(/\n$/, '').split('\n')
  const classes = new Map<number, string>()
  if (!code.includes('[!code ')) return { lines: written, classes }
  const lines: string[] = []
  const marks: { from: number; count: number; name: string }[] = []
  for (const line of written) {
    const at = line.lastIndexOf('[!code ')
    const [text, name = '', count = '1'] = (at < 0 ? null : notation.exec(line.slice(Math.max(0, at - 8)))) ?? []
    const shown = text === undefined ? line : line.slice(0, line.length - text.length).trimEnd()
    if (text !== undefined) marks.push({ from: lines.length, count: Number(count), name })
    // A line that contained only the notation is dropped, and the mark applies to the next line.
    if (text === undefined || shown !== '') lines.push(shown)
  }
  for (const { from, count, name } of marks) {
    for (let at = from; at < Math.min(from + count, lines.length); at++) {
      classes.set(at, [classes.get(at), classesOf[name]].filter(Boolean).join(' '))
    }
  }
  return { lines, classes }
}
