import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { project } from './prepared-site.ts'

/** Files of a domain as a developer would add it, entirely in `src/notes`. */
const files: Record<string, string> = {
  'manifest.ts': `
import type { Manifest } from '../http/manifest.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { paths } from '../paths.ts'
import { countNotes } from './count-notes.ts'
import { notesActs } from './notes-acts.ts'
import { notesRoutes } from './notes-routes.tsx'

export const notesManifest = {
  pages: notesRoutes,
  acts: notesActs,
  jobs: [
    { role: 'feed', every: 50, name: 'notes-count', run: (deps) => countNotes(deps, 'feed') },
    { role: 'web', every: 50, name: 'notes-recount', run: (deps) => countNotes(deps, 'web') },
  ],
  navigation: [{ menu: 'app', path: paths.notes, label: 'notes.title', order: 90 }],
} satisfies Manifest<PageDeps>
`,
  'notes-acts.ts': `
import type { ActWords, Declared } from '../auth/audit.ts'

export const notesActs = { 'notes.count': 'notes.counted' } as const satisfies ActWords

declare module '../auth/audit.ts' {
  interface AuditActs extends Declared<typeof notesActs> {}
}
`,
  'count-notes.ts': `
import { auditStatement } from '../auth/audit.ts'
import type { DomainJobDeps } from '../http/manifest.ts'

export async function countNotes({ db, now }: DomainJobDeps, role: string): Promise<void> {
  const origin = { address: '127.0.0.1', requestId: \`\${role} \${process.pid}\` }
  await db.writeBatch([auditStatement(db, origin, now(), { act: 'notes.count' })])
}
`,
  'notes-routes.tsx': `
import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { translator } from '../i18n/translate.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { NotesPage } from './notes-page.tsx'

export function notesRoutes(deps: PageDeps) {
  return new Hono<AuthEnv>().get(paths.notes, deps.guards.auth, (c) =>
    showPage(c, deps, <NotesPage />, { title: translator(c.var.locale)('notes.title') }),
  )
}
`,
  'notes-page.tsx': `
import { useLocale } from '../i18n/context.tsx'
import { Island } from '../ui/island.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { NoteCount } from './note-count.island.tsx'

export function NotesPage() {
  const { t } = useLocale()
  return (
    <DefaultLayout>
      <h1>{t('notes.title')}</h1>
      <div className="notes-board" data-notes>
        <Island name="note-count">
          <NoteCount first={41} label={t('notes.more')} />
        </Island>
      </div>
    </DefaultLayout>
  )
}
`,
  'note-count.island.tsx': `
import { useState } from 'react'
import { CountButton } from './count-button.tsx'

export interface NoteCountProps {
  first: number
  label: string
}

export function NoteCount({ first, label }: NoteCountProps) {
  const [count, setCount] = useState(first)
  return <CountButton label={\`\${label} \${count}\`} onPress={() => setCount(count + 1)} />
}
`,
  'count-button.tsx': `
export interface CountButtonProps {
  label: string
  onPress(): void
}

export function CountButton({ label, onPress }: CountButtonProps) {
  return (
    <button type="button" onClick={onPress}>
      {label}
    </button>
  )
}
`,
  'notes.behavior.ts': `
export const selector = '[data-notes]'

export function start(board: HTMLElement): void {
  board.dataset.notes = 'started'
}
`,
  'notes.css': `
@layer pages {
  .notes-board {
    letter-spacing: 7px;
  }
}
`,
}

type Edit = [file: string, before: string, inserted: string]

/** Edits outside the domain's folder: each inserts new text before an existing text. */
export const editsOutside: Edit[] = [
  ['src/paths.ts', "  alerts: '/app/alerts',\n", "  notes: '/app/notes',\n"],
  ['src/app.tsx', "import { paths } from './paths.ts'", "import { notesManifest } from './notes/manifest.ts'\n"],
  ['src/app.tsx', '  usersManifest,\n]', '  notesManifest,\n'],
  [
    'src/i18n/messages/ru.ts',
    '  offline,\n  prose',
    "  notes: { title: 'Заметки', more: 'Ещё', counted: 'Сосчитал заметки' },\n",
  ],
  [
    'src/i18n/messages/en.ts',
    '  offline,\n  prose',
    "  notes: { title: 'Notes', more: 'More', counted: 'Counted the notes' },\n",
  ],
  ['tests/architecture.test.ts', ' · bots · ', ' · notes'],
  ['tests/access-table.ts', "  'GET /app/charts'", "  'GET /app/notes': signedIn(200),\n"],
]

/** Copies the project into a folder and adds the new domain to the copy. */
export async function copyWithDomain(folder: string): Promise<void> {
  for (const name of ['src', 'tests', 'drizzle', 'package.json', 'tsconfig.json', 'bunfig.toml']) {
    await cp(join(project, name), join(folder, name), { recursive: true })
  }
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['public', 'content']) await mkdir(join(folder, name))
  for (const [name, text] of Object.entries(files)) await write(join(folder, 'src/notes', name), text.trimStart())
  for (const [name, before, inserted] of editsOutside) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    if (text.split(before).length !== 2) throw new Error(`${name} has ${before} not exactly once`)
    await writeFile(
      path,
      text.replace(before, () => inserted + before),
    )
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
