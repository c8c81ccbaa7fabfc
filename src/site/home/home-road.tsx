import { productState } from '../../content/product-state.ts'
import { useLocale } from '../../i18n/context.tsx'
import { GuideLink } from '../../ui/titles/guide-link.tsx'

export function HomeRoad() {
  const { t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="road">
      <div className="home-heading">
        <h2 id="road">{t('site.roadTitle')}</h2>
        <p>{t('site.roadLead')}</p>
      </div>
      <div className="road">
        {productState.map(({ state, items }) => (
          <div key={state} className={`road-column is-${state}`}>
            <h3>{t(`site.${state}`)}</h3>
            <ul>
              {items.map(({ slug, name }) => (
                <li key={name}>
                  <GuideLink slug={slug}>{t(`site.features.${name}.title`)}</GuideLink>
                  <p>{t(`site.features.${name}.text`)}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
