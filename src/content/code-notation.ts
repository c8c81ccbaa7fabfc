/** `// [!code ++]`, `# [!code highlight:3]` at the end of a line */
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

export interface NotedCode {
  lines: string[]
  classes: Map<number, string>
}

export function readNotation(code: string): NotedCode {
  const lines = code.replace(/\n$/, '').split('\n')
  const classes = new Map<number, string>()
  if (!code.includes('[!code ')) return { lines, classes }
  const shown = lines.map((line, index) => {
    const at = line.lastIndexOf('[!code ')
    const match = at < 0 ? null : notation.exec(line.slice(Math.max(0, at - 8)))
    if (!match) return line
    const [text, name = '', count = '1'] = match
    for (let next = index; next < Math.min(index + Number(count), lines.length); next++) {
      classes.set(next, [classes.get(next), classesOf[name]].filter(Boolean).join(' '))
    }
    return line.slice(0, line.length - text.length).trimEnd()
  })
  return { lines: shown, classes }
}
