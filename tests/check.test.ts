import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { roles } from '../src/config/roles.ts'
import { notesOf } from '../src/main/release.ts'
import { lintAll, lintEnglish, lintText } from './lint-english.ts'
import { thriftyChecker } from './thrift.ts'

// Raises the time limit: the checks need half a minute of processor time for the whole project, and a busy machine
// gives them only a small share.
setDefaultTimeout(600_000)

const root = join(import.meta.dir, '..')

async function run(...command: string[]) {
  const child = Bun.spawn([process.execPath, 'x', ...command], {
    cwd: root,
    env: thriftyChecker,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, output: stdout + stderr }
}

test('the code is formatted and linted', async () => {
  expect(await run('biome', 'check')).toMatchObject({ status: 0 })
})

test('the types check', async () => {
  // A clean checkout has no cache of an earlier check: writing one then costs a sixth of the check, for nobody.
  const hasCache = existsSync(join(root, 'node_modules/.cache/types.tsbuildinfo'))
  const uncached = hasCache ? [] : ['--incremental', 'false', '--tsBuildInfoFile', 'null']
  expect(await run('tsc', '--noEmit', '--checkers', '1', ...uncached)).toEqual({ status: 0, output: '' })
})

test.each([[], ['--production']])('every file, export and dependency is used: knip %s', async (...options) => {
  expect(await run('knip-bun', ...options)).toEqual({ status: 0, output: '' })
})

test('comments, limits and test names follow the rules of plain English', () => {
  expect(lintAll()).toEqual([])
  const rulesOf = (text: string) => lintEnglish('a.ts', text).map(({ rule }) => rule)
  expect(rulesOf('// What a word tells')).toEqual(['opening'])
  expect(rulesOf('/**\n * Of a form that is shown again\n */')).toEqual(['opening'])
  expect(rulesOf(`const a = 1 // the owner is ${'told'}`)).toEqual(['phrase'])
  expect(rulesOf(`const ${'most'}Rows = 3`)).toEqual(['limit'])
  expect(rulesOf(`test('${'long '.repeat(20)}', () => {})`)).toEqual(['test name'])
  expect(rulesOf('/* Claims rows.\n   Of two claims one wins. */')).toEqual([])
})

test.each([
  ['en', 'a.md', 'Whoever reads slowly gets less.', 'unnamed subject'],
  ['en', 'a.md', 'The owner is told of it.', 'passive of telling'],
  ['en', 'a.md', 'The list renews itself.', 'literal verb'],
  ['en', 'a.md', 'Pick a colour.', 'American spelling'],
  ['en', 'a.ts', "  few: 'Sales: only {{sales}}.',", 'order of words'],
  ['en', 'a.md', 'It fell by 2 %.', 'space before %'],
  ['ru', 'a.md', 'Упал на 2%.', 'no space before %'],
  ['ru', 'a.ts', "  hint: 'Пусто — без предела.',", 'sentence without a verb'],
  ['ru', 'a.md', 'Кто отписался, сообщений не получит.', 'те, кто'],
  ['ru', 'a.md', 'Бот продаст, что держит.', 'literal verb'],
  ['ru', 'a.ts', "  name: 'Копилка на битке',", 'slang'],
  ['ru', 'a.ts', "  chat: 'Id чата',", 'ID'],
  ['ru', 'a.md', 'Введите код второй ступени.', 'second factor'],
] as const)('texts avoid a wording: %s, %s, %s', (locale, file, text, rule) => {
  expect(lintText(locale, file, text).map((finding) => finding.rule)).toEqual([rule])
})

test('texts may name what code names', () => {
  expect(lintText('en', 'a.md', 'The state is `cancelled`.\n```\nconst colour = 1\n```')).toEqual([])
  expect(lintText('en', 'a.ts', "  sets: { favourites: 'Favorites' },\n  cancelled: 'Canceled',")).toEqual([])
  expect(lintText('ru', 'a.ts', "  id: 'ID', name: 'Накопление биткоина',")).toEqual([])
})

test('every identifier and folder of the glossary exists', async () => {
  const glossary = await Bun.file(join(root, 'GLOSSARY.md')).text()
  const terms = [...glossary.matchAll(/^- \*\*.+?\*\* \((.+?)\): /gm)]
  expect(terms.length).toBeGreaterThanOrEqual(60)
  expect(terms.length).toBe(glossary.match(/^- /gm)?.length ?? 0)
  const sources = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: root })]
  const texts = await Promise.all(sources.map((path) => Bun.file(join(root, path)).text()))
  const words = new Set(texts.join('\n').match(/[A-Za-z_$][\w$]*/g))
  const named = terms.flatMap(([, inBrackets = '']) =>
    [...inBrackets.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const exists = (name: string) =>
    name.includes('/')
      ? existsSync(join(root, name))
      : name.match(/[A-Za-z_$][\w$]*/g)?.every((word) => words.has(word))
  expect(named.filter((name) => !exists(name))).toEqual([])
})

test('the changelog has notes for this version', async () => {
  const changelog = await Bun.file(join(root, 'CHANGELOG.md')).text()
  expect(notesOf(changelog, manifest.version)).toBeTruthy()
  expect(notesOf(changelog, '0.0.0')).toBeUndefined()
})

test('the README names every dependency, and no document names a missing path', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text()
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(packages.filter((name) => !name.startsWith('@types/') && !readme.includes(name))).toEqual([])
  const decisions = await Bun.file(join(root, 'DECISIONS.md')).text()
  const named = [...(readme + decisions).matchAll(/`((?:src|tests|content|public|drizzle)\/[\w./-]*)`/g)]
  const linked = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)]
  const paths = [...named, ...linked].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(['ru', 'en'])(
  'the commands and performance pages name every script and every benchmark: %s',
  async (locale) => {
    const read = (file: string) => Bun.file(join(root, file)).text()
    const commands = await read(`content/${locale}/docs/5.operations/3.commands.md`)
    const scripts = Object.keys(manifest.scripts).filter((name) => name !== 'start')
    expect(scripts.filter((name) => !isNamed(commands, `bun run ${name}`))).toEqual([])
    const [, parts = ''] = (await read('tests/bench/run.ts')).split('\nconst parts = ')
    const names = [...parts.matchAll(/^ {2}(\w+)(?=:|,)/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(20)
    const performance = await read(`content/${locale}/docs/5.operations/9.performance.md`)
    expect(names.filter((name) => !isNamed(performance, name))).toEqual([])
  },
)

/** Returns whether a page names the command, alone or followed by arguments. */
function isNamed(page: string, words: string): boolean {
  return page.includes(`\`${words}\``) || page.includes(`\`${words} `)
}

const architecturePages = ['ru', 'en'].map((locale) => `content/${locale}/docs/6.internals/1.architecture.md`)

test.each(['README.md', ...architecturePages])(
  '%s states the same folder order as the architecture test',
  async (name) => {
    const [told, architecture] = await Promise.all(
      [name, 'tests/architecture.test.ts'].map((file) => Bun.file(join(root, file)).text()),
    )
    const [, order = ''] = /'(config · log · .*)'/.exec(architecture ?? '') ?? []
    expect(order).not.toBe('')
    expect(told?.replaceAll('\n', ' ')).toContain(order)
  },
)

test.each(architecturePages)('%s names a part for each role, and every folder', async (name) => {
  const page = await Bun.file(join(root, name)).text()
  expect(page).toContain(`: ${roles.map((role) => `\`${role}\``).join(', ')}.`)
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const [, table = ''] = page.split('| --- | --- |')
  expect(folders.map((folder) => folder.name).filter((folder) => !table.includes(`\`${folder}\``))).toEqual([])
})
