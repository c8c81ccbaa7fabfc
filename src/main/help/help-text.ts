import { environmentSchema } from '../../config/environment.ts'
import { type VariableName, variableTexts } from '../../config/variable-texts.ts'
import { type CommandHelp, type CommandName, commandTable } from './command-table.ts'

/** @param program  how this program is called: `kurs`, or `bun src/main.ts` */
export function listText(program: string, version: string): string {
  const rows = Object.entries(commandTable).map(([name, { summary }]) => [name, summary] as const)
  const more = `"${program} help COMMAND" prints the options, environment variables and examples of a command.`
  return `Kurs ${version}\n\n${columns(rows)}\n${more}\n`
}

export function commandText(name: CommandName, program: string): string {
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

/** For standard error, after words that were not understood */
export function usageOf(name: CommandName): string {
  return `Usage:\n\n${columns(commandTable[name].usage)}\n"help ${name}" prints its options, variables and examples.`
}

/** Options of a command that takes nothing else; those with a value are read by the command. */
/** Names of all options, those that take a value included */
export function optionsOf(name: CommandName): string[] {
  const { options = [], usage }: CommandHelp = commandTable[name]
  return [...options, ...usage].flatMap(([words]) => words.match(/--[\w-]+/g) ?? [])
}

export function flagsOf(name: CommandName): string[] {
  const { options = [] }: CommandHelp = commandTable[name]
  return options.flatMap(([words]) => (words.includes(' ') ? [] : words))
}

function variableRow(name: VariableName): [string, string] {
  const value = environmentSchema.shape[name].safeParse(undefined).data
  const isShown = (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) && `${value}` !== ''
  return [name, `${variableTexts[name]}${isShown ? ` (default: ${value})` : ''}`]
}

/** Texts of long words begin below them. */
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
