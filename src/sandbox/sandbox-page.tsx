import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { BareLayout } from '../ui/layouts/default.tsx'
import type { SandboxEntry } from './entry.ts'

const kinds = ['part', 'island', 'layout'] as const
const headings = { part: 'sandbox.parts', island: 'sandbox.islands', layout: 'sandbox.layouts' } as const

export function SandboxPage({ entries }: { entries: readonly SandboxEntry[] }) {
  const { locale, t } = useLocale()
  return (
    <BareLayout>
      <SandboxStyles />
      <div className="sandbox-page">
        <h1>{t('sandbox.title')}</h1>
        <p className="lead">{t('sandbox.lead')}</p>
        {kinds.map((kind) => (
          <section key={kind} className="sandbox-kind">
            <h2>{t(headings[kind])}</h2>
            <ul className="sandbox-entries">
              {entries
                .filter((entry) => entry.kind === kind)
                .map(({ id, component }) => (
                  <li key={id}>
                    <a href={localised(locale, href(paths.sandboxEntry, { id }))}>{component}</a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </BareLayout>
  )
}

export interface EntryPageProps {
  entry: SandboxEntry
  /** Props of the component as JSON text, as the user typed it */
  props: string
  /** Box with the component; undefined for a layout, which renders the whole page */
  box: ReactNode
}

export function EntryPage(props: EntryPageProps) {
  return (
    <BareLayout>
      <div className="sandbox-page">
        <EntryPanel {...props} />
      </div>
    </BareLayout>
  )
}

export function EntryPanel({ entry, props, box }: EntryPageProps) {
  const { locale, t } = useLocale()
  const { id, component, emits } = entry
  const address = localised(locale, href(paths.sandboxEntry, { id }))
  return (
    <div className="sandbox" data-sandbox={emits.join(' ')}>
      <SandboxStyles />
      <p className="sandbox-way">
        <a href={localised(locale, paths.sandbox)}>{t('sandbox.title')}</a> · <code>{id}</code>
      </p>
      <h1 id="sandbox-title">{component}</h1>
      {box && (
        <figure className="sandbox-figure">
          <div className="sandbox-frame" data-width={entry.box.width} data-height={entry.box.height}>
            {box}
          </div>
          <figcaption>
            {t('sandbox.size')} <output data-sandbox-size>{`${entry.box.width} × ${entry.box.height}`}</output>
          </figcaption>
        </figure>
      )}
      <form
        className="form sandbox-form"
        action={address}
        hx-get={address}
        hx-trigger={box ? 'input delay:300ms, submit' : 'none'}
        hx-target="#sandbox-box"
        hx-swap="outerMorph"
        hx-sync="this:replace"
      >
        <label htmlFor="sandbox-props">{t('sandbox.props')}</label>
        <textarea
          id="sandbox-props"
          name="props"
          rows={Math.min(14, props.split('\n').length + 1)}
          spellCheck={false}
          defaultValue={props}
        />
        <button type="submit" className="button button-quiet">
          {t('sandbox.apply')}
        </button>
      </form>
      <section>
        <h2>{t('sandbox.emits')}</h2>
        <p>{emits.length > 0 ? emits.map((name) => <code key={name}>{name}</code>) : t('sandbox.silent')}</p>
        <div role="log" aria-label={t('sandbox.events')}>
          <ol className="sandbox-events" data-sandbox-events />
        </div>
      </section>
    </div>
  )
}

export function SandboxBox({ problem, children }: { problem: string | undefined; children: ReactNode }) {
  return (
    <div id="sandbox-box">
      {problem === undefined ? (
        children
      ) : (
        <p className="form-problem" role="alert" data-sandbox-problem>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Style sheet of the sandbox, separate from the app's style sheet, which every visitor loads. */
function SandboxStyles() {
  return <link rel="stylesheet" href={paths.sandboxStyles} />
}
