import type { SearchAnswer } from '../../content/search/search.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface SearchGroupProps {
  group: SearchAnswer['groups'][number]
}

export function SearchGroup({ group: { path, titleParts, kind, hits } }: SearchGroupProps) {
  const { t } = useLocale()
  const whole = hits.find(({ id }) => id === path)
  return (
    <section className="search-group">
      <a className="search-hit search-hit-page" href={path}>
        <Icon name={kind === 'docs' ? 'i-lucide-book-open' : 'i-lucide-newspaper'} />
        <span className="search-hit-title">
          <b>
            <MarkedText parts={titleParts} />
          </b>
          <small>{t(`search.${kind}`)}</small>
        </span>
        {whole && (
          <span className="search-hit-text">
            <MarkedText parts={whole.snippet} />
          </span>
        )}
      </a>
      {hits.map(
        (hit) =>
          hit !== whole && (
            <a key={hit.id} className="search-hit" href={hit.id}>
              <Icon name="i-lucide-hash" />
              <span className="search-hit-title">
                <b>
                  <MarkedText parts={hit.titleParts} />
                </b>
              </span>
              <span className="search-hit-text">
                <MarkedText parts={hit.snippet} />
              </span>
            </a>
          ),
      )}
    </section>
  )
}

interface MarkedTextProps {
  parts: { text: string; isMatch: boolean }[]
}

function MarkedText({ parts }: MarkedTextProps) {
  let offset = 0
  return parts.map(({ text, isMatch }) => {
    const key = offset
    offset += text.length
    return isMatch ? <mark key={key}>{text}</mark> : text
  })
}
