import { productState } from '../../content/product-state.ts'
import { useLocale } from '../../i18n/context.tsx'
import { GuideLink } from '../../ui/titles/guide-link.tsx'
import { ScreenPicture } from './screen-picture.tsx'

const features = productState.flatMap(({ items }) => [...items])

const offers = [
  { of: 'members', picture: 'enigma' },
  { of: 'owners', picture: 'broadcasts' },
] as const

/** Lists what members get with an account beside what owners get on a server of their own. */
export function HomeOffers() {
  const { t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="offers">
      <div className="home-heading">
        <h2 id="offers">{t('site.offersTitle')}</h2>
      </div>
      <div className="offers">
        {offers.map(({ of, picture }) => (
          <div key={of}>
            <ScreenPicture name={picture} />
            <h3>{t(`site.offers.${of}.title`)}</h3>
            <p>{t(`site.offers.${of}.text`)}</p>
            <ul className="offer">
              {features
                .filter((feature) => feature.for === of)
                .map(({ slug, name }) => (
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
