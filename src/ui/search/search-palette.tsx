import { useLocale } from '../../i18n/context.tsx'
import { CachedPart } from '../cached-part.tsx'
import { useFrame } from '../frame.tsx'
import { frameIds } from '../frame-ids.ts'
import { OfflineControl } from './offline-control.tsx'
import { SearchField } from './search-field.tsx'
import { examplesGuide, SearchStart } from './search-start.tsx'

export function SearchPalette() {
  const { t } = useLocale()
  const { isPart, hasGuide = () => true } = useFrame()
  const hasExamples = hasGuide(examplesGuide)
  if (isPart) return null
  return (
    <CachedPart
      as="dialog"
      name={`search-palette ${hasExamples}`}
      id={frameIds.searchPalette}
      className="search-palette"
      aria-label={t('search.label')}
    >
      <SearchField place="palette" />
      <div id={frameIds.searchResults} className="search-results">
        <SearchStart hasExamples={hasExamples} />
      </div>
      <OfflineControl />
      <p className="search-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('search.keysMove')}
        </span>
        <span>
          <kbd>↵</kbd> {t('search.keysOpen')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('search.keysClose')}
        </span>
      </p>
    </CachedPart>
  )
}
