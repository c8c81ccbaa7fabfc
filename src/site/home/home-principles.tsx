import { useLocale } from '../../i18n/context.tsx'

const principles = [
  { figure: 'site.once', title: 'site.onceTitle', text: 'site.onceText' },
  { figure: 'site.noReact', title: 'site.noReactTitle', text: 'site.noReactText' },
  { figure: 'site.budget', title: 'site.budgetTitle', text: 'site.budgetText' },
  { figure: 'site.second', title: 'site.secondTitle', text: 'site.secondText' },
] as const

export function HomePrinciples() {
  const { t } = useLocale()
  return (
    <section className="home-section home-band" aria-labelledby="principles">
      <div className="home-heading">
        <h2 id="principles">{t('site.principlesTitle')}</h2>
        <p>{t('site.principlesLead')}</p>
      </div>
      <dl className="principles">
        {principles.map(({ figure, title, text }) => (
          <div key={figure}>
            <dt>
              <b>{t(figure)}</b> <span>{t(title)}</span>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
