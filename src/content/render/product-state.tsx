import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { productState } from '../product-state.ts'

/** `::product-state`: the feature list of the landing page, inside a text. */
export function ProductState() {
  const { locale, t } = useLocale()
  return (
    <dl className="product-state">
      {productState.map(({ state, items }) => (
        <div key={state}>
          <dt>{t(`site.${state}`)}</dt>
          {items.map(({ slug, name }) => (
            <dd key={name}>
              <a href={localised(locale, href(paths.docsPage, { slug }))}>{t(`site.features.${name}.title`)}</a>
              {` — ${t(`site.features.${name}.text`)}`}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
