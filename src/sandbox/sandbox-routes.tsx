import { type Context, Hono } from 'hono'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BroadcastEditor } from '../broadcast/editor/broadcast-editor.island.tsx'
import { findEditorIcons } from '../broadcast/editor/find-editor-icons.ts'
import { KeyboardEditor } from '../broadcast/editor/keyboard-editor.island.tsx'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { LocaleProvider, useLocale } from '../i18n/context.tsx'
import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { type ShowPageDeps, showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { pageFrame } from '../shell/frame.ts'
import { FrameProvider } from '../ui/frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { AdminLayout, AiLayout, ChartLayout, EnigmaLayout } from '../ui/layouts/app.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { BareLayout, DefaultLayout } from '../ui/layouts/default.tsx'
import { BlogLayout, DocsLayout } from '../ui/layouts/reading.tsx'
import assistant from '../ui/styles/ai.dev.css' with { type: 'text' }
import { accountEntries } from './account-entries.ts'
import { chartEntries } from './chart-entries.ts'
import { entryOf, readProps, type SandboxEntry } from './entry.ts'
import { listEntries } from './list-entries.ts'
import { notificationEntries } from './notification-entries.tsx'
import { partEntries } from './part-entries.ts'
import { priceEntries } from './price-entries.ts'
import styles from './sandbox.dev.css' with { type: 'text' }
import { EntryPage, EntryPanel, SandboxBox, SandboxPage } from './sandbox-page.tsx'
import { startEntries } from './start-entries.ts'
import { tableEntries } from './table-entries.ts'
import { trialEntries, trialPageEntry } from './trial-entries.ts'

/**
 * Creates the routes of the sandbox, which exists only in development and shows every component of the interface in
 * isolation.
 */
export function sandboxRoutes(deps: ShowPageDeps) {
  return new Hono<AppEnv>()
    .get(paths.sandbox, anyone, (c) => {
      const { locale } = c.var
      const page = <SandboxPage entries={sandboxEntries(locale)} />
      return showPage(c, deps, page, { title: translator(locale)('sandbox.title') })
    })
    .get(paths.sandboxStyles, anyone, (c) => c.body(styles + assistant, 200, { 'content-type': 'text/css' }))
    .get(paths.sandboxEntry, anyone, (c) => {
      const { locale } = c.var
      const t = translator(locale)
      const id = c.req.param('id')
      const entry = findEntry(locale, id)
      if (!entry) throw new NotFoundError(c.req.path)
      const typed = c.req.query('props') ?? JSON.stringify(entry.props, null, 2)
      const edited = readProps(typed)
      const title = entry.component
      if (entry.kind === 'layout') {
        const panel = <EntryPanel entry={entry} props={typed} box={undefined} />
        const layout = findEntry(locale, id, panel) ?? entry
        const problem = edited ? problemOf(c, deps, layout.draw(edited)) : t('sandbox.badProps')
        return showPage(c, deps, layout.draw(problem === undefined && edited ? edited : {}), { title })
      }
      const element = entry.draw(edited ?? {})
      const problem = edited ? problemOf(c, deps, element) : t('sandbox.badProps')
      const box = <SandboxBox problem={problem}>{element}</SandboxBox>
      // The partial includes the frame around the component, because some components read their location from it.
      if (wantsPartial(c)) return renderPartial(c, framed(c, deps, box))
      return showPage(c, deps, <EntryPage entry={entry} props={typed} box={box} />, { title })
    })
}

function framed(c: Context<AppEnv>, { shell }: ShowPageDeps, element: ReactElement): ReactElement {
  return <FrameProvider frame={{ ...pageFrame(c, shell, 'none'), isApp: true }}>{element}</FrameProvider>
}

/**
 * Renders the component once to find errors: edited props may have any type, and an error during streaming would
 * truncate the page.
 */
function problemOf(c: Context<AppEnv>, deps: ShowPageDeps, element: ReactElement): string | undefined {
  try {
    renderToStaticMarkup(<LocaleProvider locale={c.var.locale}>{framed(c, deps, element)}</LocaleProvider>)
    return undefined
  } catch (error) {
    return String(error)
  }
}

export function sandboxEntries(locale: Locale, panel: ReactNode = null): SandboxEntry[] {
  return [
    ...partEntries,
    ...notificationEntries,
    ...listEntries,
    ...tableEntries,
    ...accountEntries,
    ...startEntries,
    ...trialEntries,
    ...islandEntries(locale),
    ...layoutEntries(panel),
    trialPageEntry(locale, panel),
  ]
}

function findEntry(locale: Locale, id: string, panel?: ReactNode): SandboxEntry | undefined {
  return sandboxEntries(locale, panel).find((entry) => entry.id === id)
}

/** Returns the islands as sandbox entries. They are hydrated like on real pages, with their props in the page. */
function islandEntries(locale: Locale): readonly SandboxEntry[] {
  return [...priceEntries(locale), ...chartEntries(locale), ...chatEntries(locale)].map((entry) => ({
    ...entry,
    kind: 'island',
    draw: (edited) => (
      <Island name={entry.id} when="load">
        {entry.draw(edited)}
      </Island>
    ),
  }))
}

function chatEntries(locale: Locale): SandboxEntry[] {
  const words = { ru, en }[locale].message
  const rows = [[{ text: { ru: 'Графики', en: 'Charts' }, url: 'https://kurs.example/app/charts' }]]
  const flags = { hasLinkPreview: true, isSilent: false, isProtected: false }
  const shared = { problems: [], locale, words, icons: findEditorIcons() }
  return [
    entryOf({
      id: 'keyboard-editor',
      component: KeyboardEditor,
      props: { ...shared, rows, sample: 'Bitcoin is at 98,755.20' },
      hidden: ['words', 'icons'],
      emits: ['input', 'click'],
      box: { width: 720, height: 480 },
    }),
    entryOf({
      id: 'broadcast-editor',
      component: BroadcastEditor,
      props: {
        ...shared,
        content: { text: { ru: 'Новые графики', en: 'New charts' }, media: [], buttons: rows, ...flags },
        templates: [],
        files: localised(locale, paths.broadcastFiles),
      },
      hidden: ['words', 'icons'],
      emits: ['input', 'click'],
      box: { width: 960, height: 640 },
    }),
  ]
}

/** Returns the layouts as sandbox entries, which fill the whole page. Their content is `panel`, the editor of props. */
function layoutEntries(panel: ReactNode): readonly SandboxEntry[] {
  const plain = { props: { children: panel }, hidden: ['children'], kind: 'layout' } as const
  return [
    entryOf({ id: 'layout-admin', component: AdminLayout, ...plain }),
    entryOf({
      id: 'layout-ai',
      kind: 'layout',
      component: AiLayout,
      props: {
        composer: <Composer />,
        children: (
          <>
            {panel}
            <Conversation />
          </>
        ),
      },
      hidden: ['composer', 'children'],
      emits: ['submit'],
    }),
    entryOf({
      id: 'layout-auth',
      kind: 'layout',
      component: AuthLayout,
      props: { title: 'Sign in', lead: 'To go on where you were.', children: panel },
      hidden: ['children'],
    }),
    entryOf({ id: 'layout-bare', component: BareLayout, ...plain }),
    entryOf({ id: 'layout-blog', component: BlogLayout, ...plain }),
    entryOf({ id: 'layout-chart', component: ChartLayout, ...plain }),
    entryOf({ id: 'layout-default', component: DefaultLayout, ...plain }),
    entryOf({
      id: 'layout-docs',
      kind: 'layout',
      component: DocsLayout,
      props: { sidebar: 'Pages of the section', toc: 'On this page', children: panel },
      hidden: ['children'],
    }),
    entryOf({
      id: 'layout-enigma',
      kind: 'layout',
      component: EnigmaLayout,
      props: { children: panel },
      hidden: ['children'],
    }),
  ]
}

/** Mockup of a chat with a documentation assistant, which has no backend yet. */
function Conversation() {
  const { t } = useLocale()
  return (
    <ol className="ai-messages" aria-label={t('sandbox.conversation')}>
      <li className="ai-message is-own">{t('sandbox.question')}</li>
      <li className="ai-message">{t('sandbox.answer')}</li>
    </ol>
  )
}

function Composer() {
  const { t } = useLocale()
  return (
    <form className="ai-form" data-sandbox-still>
      <textarea name="question" rows={2} aria-label={t('sandbox.ask')} placeholder={t('sandbox.ask')} />
      <button type="submit" className="button button-primary">
        <Icon name="i-lucide-send" />
        {t('sandbox.send')}
      </button>
    </form>
  )
}
