import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { LocaleProvider } from '../i18n/context.tsx'
import { translator } from '../i18n/translate.ts'
import { type ShowPageDeps, showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { pageFrame } from '../site/page-frame.ts'
import { FrameProvider } from '../ui/frame.tsx'
import { findEntry, sandboxEntries } from './entries.ts'
import { readProps } from './entry.ts'
import { EntryPage, EntryPanel, SandboxBox } from './entry-page.tsx'
import styles from './sandbox.dev.css' with { type: 'text' }
import { SandboxPage } from './sandbox-page.tsx'

/** Development only: shows every component of the interface in isolation. */
export function sandboxRoutes(deps: ShowPageDeps) {
  return new Hono<AppEnv>()
    .get(paths.sandbox, anyone, (c) => {
      const { locale } = c.var
      const page = <SandboxPage entries={sandboxEntries(locale)} />
      return showPage(c, deps, page, { title: translator(locale)('sandbox.title') })
    })
    .get(paths.sandboxStyles, anyone, (c) => c.body(styles, 200, { 'content-type': 'text/css' }))
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
      // Include the frame: some components read their location from it.
      if (wantsPartial(c)) return renderPartial(c, framed(c, deps, box))
      return showPage(c, deps, <EntryPage entry={entry} props={typed} box={box} />, { title })
    })
}

function framed(c: Context<AppEnv>, { site }: ShowPageDeps, element: ReactElement): ReactElement {
  return <FrameProvider frame={{ ...pageFrame(c, site, 'none'), isApp: true }}>{element}</FrameProvider>
}

/** Renders it once to find errors: props may have any type, and an error during streaming would truncate the page. */
function problemOf(c: Context<AppEnv>, deps: ShowPageDeps, element: ReactElement): string | undefined {
  try {
    renderToStaticMarkup(<LocaleProvider locale={c.var.locale}>{framed(c, deps, element)}</LocaleProvider>)
    return undefined
  } catch (error) {
    return String(error)
  }
}
