import { escapeDelimiters } from './flowchart.ts'

/** Reads one kind of diagram and rewrites it in the syntax that the library accepts */
export interface DiagramReader {
  /** Reads one line of the diagram. @returns whether the line was understood */
  read: (line: string) => boolean
  /** Returns the rewritten lines; undefined if a block is not closed */
  finish: () => string[] | undefined
}

interface Sequence {
  /** Names of participants with their labels */
  actors: Map<string, string>
  lines: string[]
  /** Blocks that are open, with the number of messages before each */
  blocks: { kind: string; from: number }[]
  messages: number
  /** Number of the next message and the step of numbering; undefined if messages are not numbered */
  number: { next: number; step: number } | undefined
  /** The last line, if it is a message without an activation mark */
  unmarked: { from: string; to: string; write: (mark: string) => string } | undefined
}

const actorName = '([^:;,<>+]+?)'
const message = new RegExp(`^${actorName}\\s*(--?>>|--?\\))\\s*([+-]?)\\s*${actorName}\\s*:\\s*(.+)$`)
/** Words that begin the next part of a block, with the kind of block that each continues */
const parts: Record<string, string | undefined> = { else: 'alt', and: 'par', option: 'critical' }

export function sequence(): DiagramReader {
  const read: Sequence = {
    actors: new Map(),
    lines: [],
    blocks: [],
    messages: 0,
    number: undefined,
    unmarked: undefined,
  }
  return {
    read: (line) =>
      readActor(read, line) ??
      readBar(read, line) ??
      readNumber(read, line) ??
      readNote(read, line) ??
      readMessage(read, line) ??
      readBlock(read, line) ??
      false,
    finish: () => (read.blocks.length > 0 ? undefined : [...declared(read), ...read.lines]),
  }
}

/** Declares all participants as boxes, because the library draws the name of an actor figure on the first message. */
function declared({ actors }: Sequence): string[] {
  return Array.from(actors.values(), (label, at) => `participant actor-${at + 1} as ${escapeDelimiters(label)}`)
}

/** Returns the ID of a participant, because the library accepts only names without spaces. */
function actor({ actors }: Sequence, name: string, label = name): string {
  if (!actors.has(name)) actors.set(name, label)
  return `actor-${[...actors.keys()].indexOf(name) + 1}`
}

function readActor(read: Sequence, line: string): boolean | undefined {
  const [, name, label] = /^(?:participant|actor)\s+([^@]+?)(?:\s+as\s+(.+))?$/.exec(line) ?? []
  if (!name || message.test(line)) return undefined
  const isNew = !read.actors.has(name)
  actor(read, name, label)
  return isNew
}

/**
 * Reads `activate` or `deactivate` and adds it to the previous message: the library knows activations only as marks of
 * messages.
 */
function readBar(read: Sequence, line: string): boolean | undefined {
  const [, word, name] = /^(activate|deactivate)\s+([^:]+)$/.exec(line) ?? []
  if (!word) return undefined
  const { unmarked } = read
  if (!unmarked || (word === 'activate' ? unmarked.to : unmarked.from) !== name) return false
  read.lines[read.lines.length - 1] = unmarked.write(word === 'activate' ? '+' : '-')
  read.unmarked = undefined
  return true
}

function readNumber(read: Sequence, line: string): boolean | undefined {
  const [counts, first = '1', step = '1'] = /^autonumber(?:\s+(\d+)(?:\s+(\d+))?)?$/.exec(line) ?? []
  if (!counts) return undefined
  read.number = { next: Number(first), step: Number(step) }
  return true
}

/** Reads a note. False for a note above the first message, for which the library has no place. */
function readNote(read: Sequence, line: string): boolean | undefined {
  const [, where, over, said] = /^note\s+(left of|right of|over)\s+([^:]+?)\s*:\s*(.+)$/i.exec(line) ?? []
  if (!where || !over || !said) return undefined
  const names = over.split(/\s*,\s*/).map((name) => actor(read, name))
  read.lines.push(`Note ${where.toLowerCase()} ${names.join(',')}: ${escapeDelimiters(said)}`)
  read.unmarked = undefined
  return read.messages > 0
}

function readMessage(read: Sequence, line: string): boolean | undefined {
  const [, from, arrow, mark = '', to, said = ''] = message.exec(line) ?? []
  if (!from || !to) return undefined
  const names = [actor(read, from), actor(read, to)]
  const counted = read.number ? `${read.number.next}. ` : ''
  if (read.number) read.number.next += read.number.step
  const write = (put: string) => `${names[0]}${arrow}${put}${names[1]}: ${counted}${escapeDelimiters(said)}`
  read.lines.push(write(mark))
  read.messages++
  read.unmarked = mark ? undefined : { from, to, write }
  return true
}

/**
 * Reads a line that begins, continues or ends a block. False for a block without messages, which would be drawn around
 * the next message.
 */
function readBlock(read: Sequence, line: string): boolean | undefined {
  const [, word, said = ''] = /^(loop|alt|opt|par|critical|break|else|and|option|end)(?:\s+(.*))?$/.exec(line) ?? []
  if (!word) return undefined
  const open = read.blocks.at(-1)
  read.unmarked = undefined
  if (word === 'end') {
    read.blocks.pop()
    read.lines.push('end')
    return !said && open !== undefined && open.from < read.messages
  }
  if (parts[word]) {
    read.lines.push(`else ${escapeDelimiters(said)}`)
    return open?.kind === parts[word]
  }
  read.blocks.push({ kind: word, from: read.messages })
  read.lines.push(`${word} ${escapeDelimiters(said)}`)
  return true
}
