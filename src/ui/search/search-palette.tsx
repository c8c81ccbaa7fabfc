import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { CachedPart } from '../cached-part.tsx'
import { useFrame } from '../frame.tsx'
import { frameIds } from '../frame-ids.ts'
import { Icon } from '../icon.tsx'
import { examplesGuide, SearchStart } from './search-start.tsx'

/** Dialog of the search; users who are signed in get the command palette, which finds documents too. */
export function SearchPalette() {
  const { t } = useLocale()
  const { isPart, viewer, hasGuide = () => true } = useFrame()
  const hasExamples = hasGuide(examplesGuide)
  if (isPart) return null
  if (viewer) return <CommandPalette />
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
      <SearchKeys />
    </CachedPart>
  )
}

/**
 * Dialog that finds assets, screens, acts and documents on any page of the app; none for visitors, and none on the page
 * that is the same list. It is part of the page, so that no key typed into it waits for a script.
 */
export function CommandPalette() {
  const { locale, t } = useLocale()
  const { viewer, path } = useFrame()
  if (!viewer || path === localised(locale, paths.find)) return null
  return (
    <CachedPart
      as="dialog"
      name="command-palette"
      id={frameIds.searchPalette}
      className="search-palette"
      aria-label={t('search.palette.label')}
    >
      <SearchField place="palette" of="app" />
      <div id={frameIds.searchResults} className="search-results">
        <p className="search-start">{t('search.palette.start')}</p>
      </div>
      <SearchKeys />
    </CachedPart>
  )
}

function SearchKeys() {
  const { t } = useLocale()
  return (
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
  )
}

export interface SearchFieldProps {
  query?: string
  /**
   * Place of the field: in the palette a button closes the dialog; on the search page the address follows the query.
   */
  place: 'palette' | 'page'
  /** Scope of the search: the texts of the site, or everything that a user of the app may open */
  of?: 'site' | 'app'
}

const fieldWords = {
  site: { label: 'search.label', placeholder: 'search.placeholder' },
  app: { label: 'search.palette.label', placeholder: 'search.palette.placeholder' },
} as const

/** Search form. Typing requests the form's address as a partial, which replaces the results. */
export function SearchField({ query = '', place, of = 'site' }: SearchFieldProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, of === 'app' ? paths.find : paths.search)
  const words = fieldWords[of]
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
          placeholder={t(words.placeholder)}
          aria-label={t(words.label)}
          aria-controls={frameIds.searchResults}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          hx-get={action}
          hx-trigger={of === 'app' ? 'input delay:20ms' : 'input changed delay:150ms'}
          hx-include={of === 'app' ? 'closest form' : undefined}
          hx-target={`#${frameIds.searchResults}`}
          hx-swap="outerMorph"
          hx-sync="this:replace"
          hx-indicator="closest .search-field"
        />
        {of === 'app' && place === 'palette' && (
          <>
            {/* The browser fills in the entries that were chosen last. */}
            <input type="hidden" name="recent" data-recent-searches disabled />
            {/* Enter pressed before the script of the list has loaded sends the form, which opens the best entry. */}
            <input type="hidden" name="open" value="best" />
          </>
        )}
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
