import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thriftyChecker } from './thrift.ts'

/* A language that is added to the list must not be taken for Russian or English anywhere. */

setDefaultTimeout(120_000)

const root = join(import.meta.dir, '..')
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Places that know the languages by name, and a part of the line that the type checker reports. */
const places: readonly [file: string, text: string][] = [
  ['i18n/locales.ts', 'satisfies readonly SiteLocale[]'],
  ['i18n/locales.ts', 'languageTags:'],
  ['i18n/locales.ts', 'languageNames:'],
  ['i18n/locales.ts', 'decimalSeparators:'],
  ['i18n/format.ts', 'const numbers:'],
  ['i18n/translate.ts', 'const dictionaries ='],
  ['i18n/translate.ts', 'const translators:'],
  ['i18n/plain-messages.ts', '{ ru, en }[locale]'],
  ['config/site-config.ts', 'name: {'],
  ['config/site-config.ts', 'description: {'],
  ['config/route-rules.ts', 'en: english'],
  ['ui/color-picker/color-popup.browser.ts', 'const texts ='],
  ['browser/lightbox/words.ts', 'loadMessages('],
  ['db/schema/content.ts', 'docsTables ='],
  ['db/schema/content.ts', 'blogTables ='],
  ['db/schema/content.ts', 'categoryTables ='],
  ['content/queries.ts', 'docs[locale]'],
  ['content/queries.ts', 'categories[locale]'],
  ['content/library/read-library.ts', 'byLocale: {'],
  ['content/search/spelling.ts', 'alphabets:'],
  ['content/ingest/queries.ts', 'satisfies Record<CollectionName,'],
  ['content/ingest/queries.ts', 'table = categoryTables[locale]'],
  ['content/ingest/queries.ts', 'articles = blogTables[locale]'],
  ['content/ingest/queries.ts', 'known = categoryTables[locale]'],
  ['content/ingest/queries.ts', 'function replaceRow('],
  ['content/ingest/read-page.ts', 'footnoteWords['],
  ['content/ingest/links/find-links.ts', 'otherLocales:'],
  ['content/ingest/links/queries.ts', 'categories = categoryTables[locale]'],
  ['content/ingest/links/queries.ts', 'articles = blogTables[locale]'],
  ['telegram/message/content.ts', 'ru: text.optional()'],
  ['telegram/message/variables.ts', 'sampleNames:'],
  ['bots/paper/paper-asset-routes.tsx', '{ ru, en }['],
  ['broadcast/message-view.tsx', '{ ru, en }[locale]'],
  ['broadcast/editor/message-fields.tsx', '{ ru, en }[locale]'],
  ['broadcast/templates/template-form-page.tsx', '{ ru, en }[locale]'],
  ['broadcast/templates/templates-page.tsx', '{ ru, en }[locale]'],
  ['charts/load-chart-props.ts', '{ ru, en }[locale]'],
  ['enigma/asset-routes.tsx', '{ ru, en }['],
  ['start/start-routes.tsx', '{ ru, en }['],
  ['main/demo/fill-demo.ts', 'layoutName:'],
  ['main/demo/members.ts', 'shownMembers:'],
  ['main/demo/serve-demo.ts', 'return {'],
  ['main/demo/subscriber-names.ts', 'satisfies Record<Locale'],
]

/** Code that compiles with any list of languages and silently chooses one of two. */
const silent = [
  /[=!]==? '(ru|en)'|'(ru|en)' [=!]==?/,
  /'(ru|en)' as const|'(ru|en)' \| '|\['(ru|en)', '(ru|en)'\]/,
  /\? '(ru|en)' : '(ru|en)'|\? (ru|en) : (ru|en)\b/,
  /(starts|ends)With\('\/?(ru|en)\b/,
  /localised\('(ru|en)'/,
  /\b(ru\|en|en\|ru)\b/,
  /\^\(?(\\\/)?(ru|en)\b/,
  /\.(ru|en) \?\?|\?\.(ru|en)\b/,
]

/** Lines that may name a language: the folder that may not import the list, and the made-up people of the example. */
const allowed: readonly [file: string, text: string][] = [
  ['config/site-config.ts', "export type SiteLocale = 'ru' | 'en'"],
  ['config/route-rules.ts', "?.locale === 'ru'"],
  ['i18n/locales.ts', "export const locales = ['ru', 'en']"],
  ['main/demo/subscriber-names.ts', 'place % 3 === 2'],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-locale-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function replace(file: string, from: string, to: string): Promise<void> {
  const source = Bun.file(join(folder, 'src', file))
  const text = await source.text()
  expect([file, text.split(from).length]).toEqual([file, 2])
  await Bun.write(source, text.replace(from, to))
}

/**
 * Checks the types of the files of `places`, and of all that they import: other sources can report none of them.
 * @returns the reported lines by file
 */
async function reportedLines(): Promise<Map<string, string[]>> {
  const options = { incremental: false, tsBuildInfoFile: null, typeRoots: ['./node_modules/@types'] }
  const include = ['src/**/*.d.ts', ...new Set(places.map(([file]) => `src/${file}`))]
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: options, include }
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const command = [process.execPath, 'x', 'tsc', '--noEmit', '--checkers', '1', '--pretty', 'false']
  const child = Bun.spawn(command, { cwd: folder, env: thriftyChecker, stdout: 'pipe', stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBeGreaterThan(0)
  const errors = [...output.matchAll(/^src\/(\S+)\((\d+),\d+\): error/gm)]
  const found = new Map<string, string[]>()
  for (const [, file = '', line] of errors) {
    const lines = (await Bun.file(join(folder, 'src', file)).text()).split('\n')
    found.set(file, [...(found.get(file) ?? []), lines[Number(line) - 1] ?? ''])
  }
  return found
}

test('the type checker reports every place that a third language needs', async () => {
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !isTest(path) })
  for (const name of ['node_modules', 'package.json', 'drizzle', 'public'])
    await symlink(join(root, name), join(folder, name))
  await replace('i18n/locales.ts', "['ru', 'en']", "['ru', 'en', 'de']")
  // Another language than in the list, so that each of the two is checked against what depends on it.
  await replace('config/site-config.ts', "SiteLocale = 'ru' | 'en'", "SiteLocale = 'ru' | 'en' | 'fr'")
  const reported = await reportedLines()
  const missed = places.filter(([file, text]) => !reported.get(file)?.some((line) => line.includes(text)))
  expect(missed).toEqual([])
})

test('no condition or pattern chooses between two languages', async () => {
  const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: join(root, 'src') })]
  const code = files.filter((file) => !isTest(file) && !file.startsWith('i18n/messages/'))
  const found = await Promise.all(
    code.map(async (file) => {
      const lines = (await Bun.file(join(root, 'src', file)).text()).split('\n')
      const hits = lines.filter((line) => !/^\s*(\*|\/[/*])/.test(line) && silent.some((pattern) => pattern.test(line)))
      return hits
        .filter((line) => !allowed.some(([place, text]) => place === file && line.includes(text)))
        .map((line) => `${file}: ${line.trim()}`)
    }),
  )
  expect(found.flat()).toEqual([])
})
