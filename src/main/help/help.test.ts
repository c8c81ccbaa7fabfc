import { afterEach, expect, spyOn, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variableTexts } from '../../config/variable-texts.ts'
import { answerHelp } from './answer-help.ts'
import { commandTable } from './command-table.ts'

const spies = [spyOn(process.stdout, 'write'), spyOn(process.stderr, 'write')] as const
const [out, err] = spies
afterEach(() => spies.forEach((spy) => void spy.mockReset()))

function ask(...words: string[]) {
  for (const spy of spies) spy.mockReset().mockImplementation(() => true)
  const answer = answerHelp(words)
  const said = (spy: typeof out) => spy.mock.calls.map(([text]) => text).join('')
  return { answer, stdout: said(out), stderr: said(err) }
}

test('help lists every command with its summary', () => {
  for (const words of [['help'], ['--help'], ['-h'], ['help', '--help']]) {
    const { answer, stdout, stderr } = ask(...words)
    expect([answer, stderr]).toEqual([0, ''])
    for (const [name, { summary }] of Object.entries(commandTable)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${RegExp.escape(summary)}$`, 'm'))
    }
  }
})

test('help of a command has its options, variables with defaults, and examples', () => {
  const asked = [ask('help', 'ingest'), ask('ingest', '--help'), ask('ingest', '--strict', '-h')]
  for (const { answer, stdout, stderr } of asked) {
    expect([answer, stderr, stdout]).toEqual([0, '', asked[0]?.stdout ?? ''])
    expect(stdout).toMatch(/Options:\n {2}--strict +change nothing if/)
    expect(stdout).toMatch(/Environment variables:\n {2}DATA_DIR +folder .* \(default: \.\/data\)\n/)
    expect(stdout).toContain('Examples:\n  bun src/main.ts ingest\n')
  }
  const { stdout } = ask('help', 'serve')
  for (const name of Object.keys(variableTexts)) expect(stdout).toContain(`\n  ${name} `)
  expect(stdout).toContain('  PORT=8080 SITE_URL=https://kurs.example bun src/main.ts serve\n')
})

test('a misspelled command or option is rejected with the nearest name', () => {
  const refusals = [
    [['dcotor'], 'Unknown command "dcotor". Did you mean "doctor"?\n'],
    [['help', 'broad'], 'Unknown command "broad". Did you mean "broadcast"?\n'],
    [['Serve'], 'Did you mean "serve"?'],
    [['dance'], 'Unknown command "dance".\n'],
    [['version', '-v'], 'Unknown option "-v" for "version".'],
  ] as const
  for (const [words, problem] of refusals) {
    expect(ask(...words)).toEqual({ answer: 2, stdout: '', stderr: expect.stringContaining(problem) })
  }
})

test('other words name the command to run; without words it is serve', () => {
  expect(ask().answer).toEqual({ name: 'serve', options: [] })
  expect(ask('user', 'list').answer).toEqual({ name: 'user', options: ['list'] })
})

test('commands read the options that their help names', () => {
  for (const [name, { usage }] of Object.entries(commandTable)) {
    const file = name === 'restore' ? 'backup-command.ts' : `${name}-command.ts`
    const source = join(import.meta.dir, '..', file)
    const files = [source, join(import.meta.dir, '../commands.ts')].filter((path) => existsSync(path))
    const text = files.map((path) => readFileSync(path, 'utf8')).join('\n')
    const named = usage.flatMap(([words]) => words.match(/(?<=--)[\w-]+/g) ?? [])
    expect([name, named.filter((option) => !text.includes(option))]).toEqual([name, []])
  }
})
