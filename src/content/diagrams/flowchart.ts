import { decodeEntities } from '../mdc/tree/entities.ts'

/** Max numbers of nodes and arrows in a flowchart, because layout takes time for each of them. */
const most = { nodes: 300, arrows: 300 }

export type DiagramRewrite =
  | { status: 'read'; source: string }
  /** The diagram is refused; `part` is the part of the source that was not understood */
  | { status: 'refused'; part: string; message: string }

interface Chart {
  /** IDs that the library accepts, by the names of nodes in the source */
  ids: Map<string, string>
  subgraphs: Set<string>
  /** The last shape written for each node, by name */
  shapes: Map<string, string>
  statements: Statement[]
}

type Statement =
  | { kind: 'line'; text: string }
  /** Style statement, which may name nodes that are defined later */
  | { kind: 'style'; word: string; names: string[]; said: string }
  /** Statement with groups of nodes, and the arrows between them */
  | { kind: 'chain'; groups: Node[][]; arrows: string[] }

interface Node {
  name: string
  isShaped: boolean
  className: string
}

/** Delimiters around a node's text, longest first */
const brackets = [
  ['(((', ')))'],
  ['((', '))'],
  ['([', '])'],
  ['[[', ']]'],
  ['[(', ')]'],
  ['{{', '}}'],
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['>', ']'],
] as const

/**
 * Characters that are delimiters for the library. In texts they are replaced by private-use characters before drawing.
 */
const reserved = '[](){}|"/\\ '
const firstStandIn = 0xe000

const head = /^\s*(?:graph|flowchart)(?:-elk)?(?:[ \t]+(TD|TB|LR|BT|RL))?[ \t]*(?=;|\n|$)/i
const nodeName = /^[\p{L}\p{N}_]+(?:[-./][\p{L}\p{N}_]+)*/u
const plainArrow = /^(<?)(-{2,}>|-{3,}(?![ox])|-\.+->|-\.+-(?![ox>])|={2,}>|={3,}(?![ox]))/
const wordedArrows = [
  [/^(<?)--(?=[^->=.ox])(.+?)(-{2,}>|-{3,}(?![ox]))/, '--'],
  [/^(<?)==(?=[^->=.ox])(.+?)(={2,}>|={3,}(?![ox]))/, '=='],
  [/^(<?)-\.(?=[^->=.ox])(.+?)(\.+->|\.+-(?![ox>]))/, '-.'],
] as const

export function isFlowchart(source: string): boolean {
  return /^\s*(?:graph|flowchart)\b/i.test(source)
}

/**
 * Rewrites a flowchart for the library, which accepts only arrows with spaces around them and Latin names, and silently
 * drops everything else. A flowchart that is not fully understood is refused.
 */
export function rewriteFlowchart(source: string): DiagramRewrite {
  const [begin, direction = 'TB'] = head.exec(source) ?? []
  if (begin === undefined) return refused(source.split('\n', 1)[0] ?? '', 'its first line is not valid')
  const chart: Chart = { ids: new Map(), subgraphs: new Set(), shapes: new Map(), statements: [] }
  let depth = 0
  for (const line of source.slice(begin.length).split('\n')) {
    let rest = skipBlanks(withSingleBlanks(line))
    while (rest) {
      const read = readLine(chart, rest) ?? readChain(chart, rest)
      if (read === undefined) return refused(line, `${JSON.stringify(rest.slice(0, 40))} is not supported or not valid`)
      rest = skipBlanks(read)
      const last = chart.statements.at(-1)
      if (last?.kind === 'line') depth += last.text === 'end' ? -1 : Number(last.text.startsWith('subgraph '))
      if (depth < 0) return refused(line, '"end" without a subgraph')
    }
  }
  if (depth > 0) return refused('', 'a subgraph is not closed')
  return written(chart, direction.toUpperCase())
}

function refused(part: string, message: string): DiagramRewrite {
  return { status: 'refused', part: part.trim(), message }
}

/**
 * Collapses white space. A drawing shows single spaces, and long runs would make the matching of line patterns slow.
 */
export function withSingleBlanks(line: string): string {
  return line.replace(/\s+/g, ' ')
}

/** Returns the text without leading white space, semicolons and comments. */
function skipBlanks(text: string): string {
  const rest = text.replace(/^[\s;]+/, '')
  return rest.startsWith('%%') ? '' : rest
}

/**
 * Reads a statement that takes a line: `end`, `subgraph`, `direction`, `class` or `style`. @returns the rest of the
 * line
 */
function readLine(chart: Chart, line: string): string | undefined {
  const add = (text: string) => chart.statements.push({ kind: 'line', text })
  const [ends] = /^end(?=\s*(?:;|%%|$))/.exec(line) ?? []
  if (ends) {
    add('end')
    return line.slice(ends.length)
  }
  const [, word = '', said = ''] = /^(subgraph|direction|classDef|class|style|linkStyle)\s+(\S.*)$/.exec(line) ?? []
  if (word === 'classDef' || word === 'linkStyle') {
    add(`${word} ${said}`)
    return ''
  }
  if (word === 'class' || word === 'style') {
    const [, names = '', style = ''] = /^([^\s,]+(?:\s*,\s*[^\s,]+)*)\s+(\S.*?);?$/.exec(said) ?? []
    chart.statements.push({ kind: 'style', word, names: names.split(/\s*,\s*/), said: style })
    return ''
  }
  const [, direction] = (word === 'direction' && /^(TD|TB|LR|BT|RL)\s*;?$/i.exec(said)) || []
  if (direction) {
    add(`direction ${direction.toUpperCase()}`)
    return ''
  }
  if (word !== 'subgraph') return undefined
  const title = said.replace(/\s*;?\s*$/, '')
  const [, name = title, inner = title] = /^([\p{L}\p{N}_-]+)\s*\[(.*)\]$/u.exec(title) ?? []
  chart.subgraphs.add(name)
  add(`subgraph sub-${chart.subgraphs.size} [${escapeDelimiters(inner)}]`)
  return ''
}

/** Reads a chain of nodes and arrows such as `A & B --> C`. @returns the rest of the line */
function readChain(chart: Chart, line: string): string | undefined {
  const groups: Node[][] = []
  const arrows: string[] = []
  let rest = line
  for (;;) {
    const group: Node[] = []
    for (;;) {
      const read = readNode(chart, rest)
      if (!read) return undefined
      group.push(read.node)
      rest = read.rest.trimStart()
      if (!rest.startsWith('&')) break
      rest = rest.slice(1).trimStart()
    }
    groups.push(group)
    if (rest === '' || rest.startsWith(';') || rest.startsWith('%%')) break
    const arrow = readArrow(rest)
    if (!arrow) return undefined
    arrows.push(arrow.text)
    rest = arrow.rest.trimStart()
  }
  chart.statements.push({ kind: 'chain', groups, arrows })
  return rest
}

function readNode(chart: Chart, text: string): { node: Node; rest: string } | undefined {
  const [name] = nodeName.exec(text) ?? []
  if (name === undefined) return undefined
  let rest = text.slice(name.length)
  const shape = readShape(rest)
  if (shape) {
    chart.shapes.set(name, shape.text)
    rest = shape.rest
  }
  const [className = ''] = /^:::[\w-]+/.exec(rest) ?? []
  if (!chart.ids.has(name)) chart.ids.set(name, `node-${chart.ids.size + 1}`)
  return { node: { name, isShaped: shape !== undefined, className }, rest: rest.slice(className.length) }
}

function readShape(text: string): { text: string; rest: string } | undefined {
  const [begin, end] = brackets.find(([each]) => text.startsWith(each)) ?? []
  if (begin === undefined || end === undefined) return undefined
  const quoted = /^\s*"([^"]*)"\s*/.exec(text.slice(begin.length))
  const from = begin.length + (quoted?.[0].length ?? 0)
  const at = text.indexOf(end, from)
  const inner = quoted?.[1] ?? text.slice(begin.length, at)
  if (at < 0 || (quoted && at !== from) || inner.trim() === '') return undefined
  return { text: begin + escapeDelimiters(withoutSlants(begin, inner)) + end, rest: text.slice(at + end.length) }
}

/** Removes the slashes that mark shapes with slanted sides, because these are drawn as boxes */
function withoutSlants(begin: string, inner: string): string {
  return begin === '[' ? inner.replace(/^([/\\])(.+)[/\\]$/, '$2') : inner
}

function readArrow(text: string): { text: string; rest: string } | undefined {
  const plain = plainArrow.exec(text)
  if (plain) {
    const [all, start = '', line = ''] = plain
    const rest = text.slice(all.length)
    const [label = '', said] = /^\s*\|([^|"]*|\s*"[^"]*"\s*)\|/.exec(rest) ?? []
    return { text: arrowOf(start, line, said), rest: rest.slice(label.length) }
  }
  for (const [pattern, kind] of wordedArrows) {
    const [all, start = '', said, end = ''] = pattern.exec(text) ?? []
    if (all !== undefined) return { text: arrowOf(start, kind + end, said), rest: text.slice(all.length) }
  }
  return undefined
}

/** Converts an arrow of any length to a form that the library accepts */
function arrowOf(start: string, line: string, said = ''): string {
  const isArrow = line.endsWith('>')
  const kind = line.startsWith('=') ? ['===', '==>'] : line.includes('.') ? ['-.-', '-.->'] : ['---', '-->']
  return start + kind[Number(isArrow)] + (said.trim() && `|${escapeDelimiters(said)}|`)
}

/**
 * Decodes the text of a node or arrow without its quotes and replaces delimiters; `#quot;` is a quote. Tags are kept,
 * because the library breaks lines at `<br>`.
 */
export function escapeDelimiters(written: string): string {
  const text = written
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/<br\s*\/>/gi, '<br>')
  const decoded = text.replace(/#(\w+);/g, (_, name: string) =>
    decodeEntities(/^\d/.test(name) ? `&#${name};` : `&${name};`),
  )
  return decoded.replace(/[[\](){}|"\\]|(?<!<)\//g, standIn)
}

/** Replaces spaces in a text that the library would otherwise read as several words */
export function escapeBlanks(text: string): string {
  return text.replaceAll(' ', standIn)
}

function standIn(one: string): string {
  return String.fromCharCode(firstStandIn + reserved.indexOf(one))
}

/** Restores the replaced delimiters and spaces in a drawing */
export function restoreReserved(markup: string): string {
  return markup.replace(/[\uE000-\uE00A]/g, (one) => {
    const meant = reserved[one.charCodeAt(0) - firstStandIn] ?? ''
    return meant === '"' ? '&quot;' : meant
  })
}

function written({ ids, subgraphs, shapes, statements }: Chart, direction: string): DiagramRewrite {
  if (ids.size > most.nodes) return refused('', 'it is too large')
  const named = [...ids.keys()].find((name) => subgraphs.has(name))
  if (named !== undefined) return refused(named, 'an arrow to a subgraph cannot be drawn')
  const shown = new Set<string>()
  const nodeText = ({ name, isShaped, className }: Node) => {
    const isFirst = !shown.has(name)
    shown.add(name)
    return ids.get(name) + (isFirst || isShaped ? (shapes.get(name) ?? `[${escapeDelimiters(name)}]`) : '') + className
  }
  const groupText = (group: Node[]) => group.map(nodeText).join(' & ')
  let arrows = 0
  const lines = statements.map((statement) => {
    if (statement.kind === 'line') return statement.text
    if (statement.kind === 'style') {
      const styled = statement.names.flatMap((name) => ids.get(name) ?? [])
      return styled.length > 0 ? `${statement.word} ${styled.join(',')} ${statement.said}` : ''
    }
    const { groups } = statement
    return groups
      .map((group, at) => {
        arrows += group.length * (groups[at + 1]?.length ?? 0)
        return at === 0 ? groupText(group) : `${statement.arrows[at - 1]} ${groupText(group)}`
      })
      .join(' ')
  })
  if (arrows > most.arrows) return refused('', 'it is too large')
  return { status: 'read', source: [`flowchart ${direction}`, ...lines].join('\n') }
}
