import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { CachedPart } from '../cached-part.tsx'
import { useFrame } from '../frame.tsx'
import { frameIds } from '../frame-ids.ts'
import { Icon } from '../icon.tsx'
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

export interface SearchFieldProps {
  query?: string
  /**
   * Place of the field: in the palette a button closes the dialog; on the search page the address follows the query.
   */
  place: 'palette' | 'page'
}

/** Search form. Typing requests the form's address as a partial, which replaces the results. */
export function SearchField({ query = '', place }: SearchFieldProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.search)
  return (
    <search>
      <form className="search-field" action={action} data-waits>
        <span className="search-field-icon">
          <Icon name="i-lucide-search" />
        </span>
        <input
          type="search"
          name="q"
          defaultValue={query}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          aria-controls={frameIds.searchResults}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          hx-get={action}
          hx-trigger="input changed delay:150ms"
          hx-target={`#${frameIds.searchResults}`}
          hx-swap="outerMorph"
          hx-sync="this:replace"
          hx-indicator="closest .search-field"
        />
        {place === 'palette' ? (
          // `type="button"`, because Enter in the field presses the first submit button of the form, which must not be
          // this one.
          <button type="button" className="search-field-close" aria-label={t('search.close')} data-close-search>
            <kbd>Esc</kbd>
            <Icon name="i-lucide-x" />
          </button>
        ) : (
          <button type="submit" className="button button-primary">
            {t('search.submit')}
          </button>
        )}
        <p className="search-field-failed" role="alert" data-search-failed hidden>
          {t('search.failed')}
        </p>
      </form>
    </search>
  )
}

/**
 * Control that saves documentation for offline use. Its room is reserved but empty until the browser's script knows the
 * state; the script reads the texts of each state from data attributes.
 */
export function OfflineControl() {
  const { locale, t } = useLocale()
  return (
    <section className="offline-control" aria-label={t('offline.label')} data-offline={locale}>
      <Icon name="i-lucide-cloud-download" />
      <div className="offline-state">
        <p
          aria-live="polite"
          data-off={t('offline.off')}
          data-loading={t('offline.loading')}
          data-kept={t('offline.kept')}
          data-kept-searchless={t('offline.keptSearchless')}
          data-failed={t('offline.failed')}
          data-failed-network={t('offline.failedNetwork')}
          data-failed-space={t('offline.failedSpace')}
          data-unsupported={t('offline.unsupported')}
        />
        <progress max={100} value={0} aria-label={t('offline.loading')} hidden />
      </div>
      <button
        type="button"
        data-off={t('offline.turnOn')}
        data-loading={t('offline.stop')}
        data-kept={t('offline.turnOff')}
        data-failed={t('offline.retry')}
      />
    </section>
  )
}
