import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { BareLayout } from '../ui/layouts/bare.tsx'
import type { SandboxEntry } from './entry.ts'
import { SandboxStyles } from './sandbox-styles.tsx'

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
