import { environmentSchema } from '../../config/environment.ts'
import { type VariableName, variableTexts } from '../../config/variable-texts.ts'
import { distanceOf } from '../../i18n/typing.ts'
import { versionText } from '../binary/version.ts'
import type { Bundle } from '../bundle.ts'
import { fail } from '../command-line.ts'
import { type CommandHelp, type CommandName, commandTable, isCommand } from './command-table.ts'

export interface ParsedCommand {
  name: Exclude<CommandName, 'help' | 'version'>
  options: string[]
  /** Warnings about the environment variables; `doctor` prints them itself */
  warnings?: readonly string[]
}

/**
 * Handles `help`, `version` and usage errors. Reads no configuration, so help works with an invalid one. @returns the
 * exit status, or the command to run
 */
export function answerHelp(words: readonly string[], bundle?: Bundle): number | ParsedCommand {
  const [first = 'serve', ...options] = words
  const name = synonyms[first] ?? first
  const program = bundle?.embedded ? 'kurs' : 'bun src/main.ts'
  const version = versionText(bundle?.embedded?.version)
  if (!isCommand(name)) return refuseCommand(name, program)
  const isExplained = options.some((option) => synonyms[option] === 'help')
  if (name === 'help') {
    const [about] = options
    if (about === undefined || isExplained) return print(listText(program, version))
    return isCommand(about) ? print(commandText(about, program)) : refuseCommand(about, program)
  }
  if (isExplained) return print(commandText(name, program))
  if (name !== 'version') return { name, options }
  return options[0] === undefined ? print(`${version}\n`) : refuseOption(name, options[0])
}

const synonyms: Record<string, CommandName> = { '--help': 'help', '-h': 'help', '--version': 'version' }

function refuseCommand(word: string, program: string): number {
  const more = `"${program} help" lists the commands.`
  return fail(2, `Unknown command "${word}".${guess(word, Object.keys(commandTable))}\n${more}`)
}

export function refuseOption(name: CommandName, option: string): number {
  return refuseUsage(name, `Unknown option "${option}" for "${name}".${guess(option, optionsOf(name))}`)
}

/** @param problem  a message that is more specific than the usage */
export function refuseUsage(name: CommandName, problem?: string): number {
  return fail(2, `${problem === undefined ? '' : `${problem}\n\n`}${usageOf(name)}`)
}

function guess(word: string, known: readonly string[]): string {
  const meant = nearestTo(word, known)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}

function print(text: string): 0 {
  process.stdout.write(text)
  return 0
}

/** @returns the probably intended name: at most two edits away, or an unambiguous prefix */
export function nearestTo(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = known.map((name) => ({ name, edits: distanceOf(lower, name) })).sort((a, b) => a.edits - b.edits)
  const [first] = ranked
  // Allows at most one edit per three letters: two edits would turn a short word into a different one.
  if (first && first.edits <= Math.min(2, Math.floor(lower.length / 3))) return first.name
  const begun = known.filter((name) => lower.length >= 3 && (name.startsWith(lower) || lower.startsWith(name)))
  return begun.length === 1 ? begun[0] : undefined
}

/** @param program  command line of this program: `kurs`, or `bun src/main.ts` */
function listText(program: string, version: string): string {
  const rows = Object.entries(commandTable).map(([name, { summary }]) => [name, summary] as const)
  const more = `"${program} help COMMAND" prints the options, environment variables and examples of a command.`
  return `Kurs ${version}\n\n${columns(rows)}\n${more}\n`
}

function commandText(name: CommandName, program: string): string {
  const { summary, usage, options = [], notes = [], variables, examples }: CommandHelp = commandTable[name]
  const parts = [
    `${name}: ${summary}\n`,
    `Usage:\n${columns(usage)}`,
    options.length > 0 && `Options:\n${columns(options)}`,
    notes.length > 0 && `${notes.join('\n')}\n`,
    variables.length > 0 && `Environment variables:\n${columns(variables.map(variableRow))}`,
    `Examples:\n${examples.map((line) => `  ${line.replace(/(?<=^| )kurs(?= )/, program)}\n`).join('')}`,
  ]
  return parts.filter((part) => part !== false).join('\n')
}

/** Formats the usage for standard error after invalid arguments */
export function usageOf(name: CommandName): string {
  return `Usage:\n\n${columns(commandTable[name].usage)}\n"help ${name}" prints its options, variables and examples.`
}

/** Returns the names of all options of a command, including options with a value */
export function optionsOf(name: CommandName): string[] {
  const { options = [], usage }: CommandHelp = commandTable[name]
  return [...options, ...usage].flatMap(([words]) => words.match(/--[\w-]+/g) ?? [])
}

/** Returns the names of a command's options that take no value */
export function flagsOf(name: CommandName): string[] {
  const { options = [] }: CommandHelp = commandTable[name]
  return options.flatMap(([words]) => (words.includes(' ') ? [] : words))
}

function variableRow(name: VariableName): [string, string] {
  const value = environmentSchema.shape[name].safeParse(undefined).data
  const isShown = (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) && `${value}` !== ''
  return [name, `${variableTexts[name]}${isShown ? ` (default: ${value})` : ''}`]
}

/** Max width of the left column; the description of a longer entry goes to the next line. */
const maxWidth = 48

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([words]) => (words.length > maxWidth ? 0 : words.length)))
  return rows
    .map(([words, text]) => {
      if (words.length > width) return `  ${words}\n  ${' '.repeat(width)}   ${text}\n`
      return `  ${words.padEnd(width)}   ${text}\n`
    })
    .join('')
}
