import { useLocale } from '../../i18n/context.tsx'
import { StartButton } from './start-button.tsx'

export function HomeClosing() {
  const { t } = useLocale()
  const [before = '', after = ''] = t('site.closingNode', { command: '\n' }).split('\n')
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="closing-card">
        <div>
          <h2 id="closing">{t('site.closingTitle')}</h2>
          <p>{t('site.closingText')}</p>
          <StartButton />
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
