import { distanceOf } from '../../content/search/spelling.ts'
import { versionText } from '../binary/version.ts'
import type { Bundle } from '../bundle.ts'
import { fail } from '../say.ts'
import { type CommandName, commandTable, isCommand } from './command-table.ts'
import { commandText, listText, optionsOf, usageOf } from './help-text.ts'

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
