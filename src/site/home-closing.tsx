import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

/** The page's last word: the command that starts everything. */
export function HomeClosing() {
  const { locale, t } = useLocale()
  const [before = '', after = ''] = t('site.closingNode', { command: '\n' }).split('\n')
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="closing-card">
        <div>
          <h2 id="closing">{t('site.closingTitle')}</h2>
          <p>{t('site.closingText')}</p>
          <Button
            href={localised(locale, href(paths.docsPage, { slug: 'start/quick-start' }))}
            size="large"
            iconAfter="i-lucide-arrow-right"
          >
            {t('site.heroStart')}
          </Button>
        </div>
        <div className="closing-terminal">
          <p>
            <code>bun start</code>
          </p>
          <p className="closing-note">
            {before}
            <code>npx -y bun start</code>
            {after}
          </p>
        </div>
      </div>
    </section>
  )
}
