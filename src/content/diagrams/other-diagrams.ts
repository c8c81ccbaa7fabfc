import { type DiagramRewrite, escapeBlanks, escapeDelimiters, withSingleBlanks } from './flowchart.ts'
import { type DiagramReader, sequence } from './sequence.ts'

const kinds: [head: RegExp, written: string, reader: () => DiagramReader][] = [
  [/^sequenceDiagram[ \t]*(?=;|\n|$)/, 'sequenceDiagram', sequence],
  [/^stateDiagram(?:-v2)?[ \t]*(?=;|\n|$)/, 'stateDiagram-v2', states],
  [/^classDiagram(?:-v2)?[ \t]*(?=;|\n|$)/, 'classDiagram', classes],
  [/^erDiagram[ \t]*(?=;|\n|$)/, 'erDiagram', entities],
]

/** Pattern of statements for colors, direction and actions, which do not affect the drawing. */
const ignoredStatements =
  /^(?:classDef|class\s+[\w,\s-]+\s+\w+\s*$|cssClass|style|link|callback|hide empty description)\b/

/**
 * Rewrites diagrams other than flowcharts for the library, which silently drops each line it does not understand. A
 * diagram that is not fully understood is refused. Undefined for unknown kinds.
 */
export function rewriteOtherDiagram(source: string): DiagramRewrite | undefined {
  const [head, written, begin] = kinds.find(([each]) => each.test(source)) ?? []
  if (!head || !written || !begin) return undefined
  const reader = begin()
  for (const line of source.replace(head, '').split('\n')) {
    const text = withSingleBlanks(line).replace(/^[ ;]+|[ ;]+$/g, '')
    if (text === '' || text.startsWith('%%') || reader.read(text)) continue
    const message = `${JSON.stringify(text.slice(0, 40))} is not supported or not valid`
    return { status: 'refused', part: line.trim(), message }
  }
  const lines = reader.finish()
  return lines
    ? { status: 'read', source: [written, ...lines].join('\n') }
    : { status: 'refused', part: '', message: 'a block is not closed' }
}

const stateName = '([\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*?)'
const transition = new RegExp(
  `^(?:${stateName}|\\[\\*\\])(?::::\\w+)?\\s*-->\\s*(?:${stateName}|\\[\\*\\])(?::::\\w+)?\\s*(?::\\s*(.+))?$`,
  'u',
)
const described = new RegExp(`^${stateName}\\s*:\\s*(.+)$`, 'u')
const named = new RegExp(`^(?:state\\s+)?${stateName}(?::::\\w+)?$`, 'u')
const entitled = new RegExp(`^state\\s+(?:"([^"]+)"\\s+as\\s+)?${stateName}\\s*(\\{?)$`, 'u')

function states(): DiagramReader {
  const labels = new Map<string, string[]>()
  const composites = new Set<string>()
  const lines: { names: string[]; text: () => string }[] = []
  let depth = 0

  const describe = (name: string, label: string) => {
    labels.set(name, [...(labels.get(name) ?? []), escapeDelimiters(label)])
    lines.push({ names: [name], text: () => '' })
  }
  const labelOf = (name: string) => labels.get(name)?.join('<br>') ?? escapeDelimiters(name)
  return {
    read: (line) => {
      const [moves, from = '[*]', to = '[*]', said] = transition.exec(line) ?? []
      if (moves) {
        const names = [from, to].filter((name) => name !== '[*]')
        lines.push({ names, text: () => `${from} --> ${to}${said ? ` : ${escapeDelimiters(said)}` : ''}` })
        return true
      }
      if (/^direction\s+(?:TD|TB|LR|BT|RL)$/i.test(line)) {
        lines.push({ names: [], text: () => line })
        return true
      }
      if (line === '}') {
        lines.push({ names: [], text: () => line })
        return --depth >= 0
      }
      const [, label, title, opens] = entitled.exec(line) ?? []
      if (title && label) labels.set(title, [escapeDelimiters(label)])
      if (title && opens) {
        // The name of a composite state may contain only letters, digits and underscores for the library.
        if (/[^\p{L}\w]/u.test(title)) return false
        composites.add(title)
        depth++
        lines.push({ names: [], text: () => `state "${labelOf(title)}" as ${title} {` })
        return true
      }
      const [, name = title] = named.exec(line) ?? []
      if (name) {
        lines.push({ names: [name], text: () => '' })
        return true
      }
      if (ignoredStatements.test(line)) return true
      const [, about, description] = described.exec(line) ?? []
      if (about && description) describe(about, description)
      return about !== undefined
    },
    finish: () => {
      if (depth > 0) return undefined
      const shown = new Set(composites)
      return lines.flatMap(({ names, text }) => {
        const fresh = names.filter((name, at) => !shown.has(name) && names.indexOf(name) === at)
        for (const name of fresh) shown.add(name)
        return [...fresh.map((name) => `state "${labelOf(name)}" as ${name}`), text()].filter(Boolean)
      })
    },
  }
}

const className = '([\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_]|`[^`]+`)(?:~([^~\\s]+)~)?'
const classLine = new RegExp(`^class\\s+${className}(?::::\\w+)?\\s*(\\{?)\\s*(\\}?)$`, 'u')
const relation = new RegExp(
  `^${className}(?:\\s*"([^"]*)")?\\s*(<\\|--|--\\|>|<\\|\\.\\.|\\.\\.\\|>|\\*--|--\\*|(?<=[\\s"])o--|--o(?=[\\s"])|<--|-->|<\\.\\.|\\.\\.>)` +
    `(?:\\s*"([^"]*)")?\\s*${className}\\s*(?::\\s*(.+))?$`,
  'u',
)
const ownMember = new RegExp(`^${className}\\s*:\\s*(.+)$`, 'u')
const annotated = new RegExp(`^<<(\\w+)>>\\s+${className}$`, 'u')

function classes(): DiagramReader {
  const lines: string[] = []
  let isOpen = false

  const nameOf = (written: string) => escapeBlanks(escapeDelimiters(written.replaceAll('`', '')))
  const readMember = (written: string) => {
    const text = memberOf(written)
    if (text !== undefined) lines.push(text)
    return text !== undefined
  }
  return {
    read: (line) => {
      if (line === '}') {
        const wasOpen = isOpen
        isOpen = false
        lines.push(line)
        return wasOpen
      }
      if (isOpen && /^<<\w+>>$/.test(line)) {
        lines.push(line)
        return true
      }
      if (isOpen) return readMember(line)
      const [, declared, generic, opens, ends] = classLine.exec(line) ?? []
      if (declared) {
        const isEmpty = opens !== '{' || ends === '}'
        isOpen = !isEmpty
        lines.push(`class ${nameOf(declared)}${generic ? `~${generic}~` : ''}${isEmpty ? '' : ' {'}`)
        return (!generic || /^\w+$/.test(generic)) && (opens === '{' || ends === '')
      }
      if (ignoredStatements.test(line) || /^direction\s+(?:TD|TB|LR|BT|RL)$/i.test(line)) return true
      const [, first, , near, arrow, far, second, , said] = relation.exec(line) ?? []
      if (first && second) {
        const many = (text?: string) => (text ? ` "${escapeDelimiters(text)}"` : '')
        lines.push(
          `${nameOf(first)}${many(near)} ${arrow}${many(far)} ${nameOf(second)}${said ? ` : ${escapeDelimiters(said)}` : ''}`,
        )
        return true
      }
      const [, annotation, interfaced] = annotated.exec(line) ?? []
      if (annotation && interfaced) {
        lines.push(`class ${nameOf(interfaced)} { <<${annotation}>> }`)
        return true
      }
      const [, owner, , member] = ownMember.exec(line) ?? []
      if (!owner || !member) return false
      lines.push(`class ${nameOf(owner)} {`)
      const isRead = readMember(member)
      lines.push('}')
      return isRead
    },
    finish: () => (isOpen ? undefined : lines),
  }
}

/**
 * Converts a class member for the library, which reads an attribute of two words as a type and a name, whatever
 * separates them.
 */
function memberOf(written: string): string | undefined {
  const [, visibility = '', text = ''] = /^([-+#~]?)\s*(.*)$/.exec(written) ?? []
  const said = text.replace(/~([^~\s]+)~/g, '<$1>')
  if (said === '' || said.includes('~')) return undefined
  const [calls, name, parameters = '', mark = '', type = ''] =
    /^([^()]+)\(([^()]*)\)\s*([*$]?)\s*:?\s*([^()]*)$/.exec(said) ?? []
  if (calls) return `${visibility}${name}${mark}(${parameters}) ${type}`.trim()
  if (/[()]/.test(said)) return undefined
  return visibility + (/^[^\s:=]+ [^\s:=]+$/.test(said) ? said : escapeBlanks(said))
}

const entityName = '("[^"]+"|[\\p{L}\\p{N}_.-]+)'
const entityLine = new RegExp(`^${entityName}(?::::\\w+)?\\s*(\\{?)\\s*(\\}?)$`, 'u')
const entityRelation = new RegExp(
  `^${entityName}\\s*(\\|o|\\|\\||\\}o|\\}\\|)(--|\\.\\.)(o\\||\\|\\||o\\{|\\|\\{)\\s*${entityName}\\s*(?::\\s*(.*))?$`,
  'u',
)
const attribute = /^(\S+)\s+([^\s"]+)((?:[\s,]+(?:PK|FK|UK))*)\s*("[^"]*")?$/

function entities(): DiagramReader {
  const lines: string[] = []
  let isOpen = false

  const nameOf = (written: string) => escapeBlanks(escapeDelimiters(written))
  return {
    read: (line) => {
      if (line === '}') {
        const wasOpen = isOpen
        isOpen = false
        lines.push(line)
        return wasOpen
      }
      if (isOpen) {
        const [, type, name, keys = '', comment] = attribute.exec(line) ?? []
        if (!type || !name) return false
        // The library does not draw an attribute's comment, so it becomes part of the name; keys must be separated by
        // spaces.
        const said = comment ? escapeBlanks(`${name} ${comment}`) : name
        lines.push(`${type} ${said} ${keys.replaceAll(',', ' ')}`)
        return true
      }
      const [, first, near, style, far, second, said = ''] = entityRelation.exec(line) ?? []
      if (first && second) {
        // The library knows only one of the two equivalent forms of this relation's end.
        const begin = near === '}o' ? 'o{' : near
        lines.push(`${nameOf(first)} ${begin}${style}${far} ${nameOf(second)} : ${escapeDelimiters(said) || '""'}`)
        return true
      }
      if (ignoredStatements.test(line) || /^direction\s+(?:TD|TB|LR|BT|RL)$/i.test(line)) return true
      const [, name, opens, ends] = entityLine.exec(line) ?? []
      if (!name) return false
      isOpen = opens === '{' && ends === ''
      lines.push(`${nameOf(name)} {`, ...(isOpen ? [] : ['}']))
      return opens === '{' || ends === ''
    },
    finish: () => (isOpen ? undefined : lines),
  }
}
