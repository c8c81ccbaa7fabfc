import { environmentSchema } from '../../config/environment.ts'
import { type VariableName, variableTexts } from '../../config/variable-texts.ts'
import { type CommandHelp, type CommandName, commandTable } from './command-table.ts'

/** @param program  command line of this program: `kurs`, or `bun src/main.ts` */
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
