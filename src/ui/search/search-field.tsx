import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { frameIds } from '../frame-ids.ts'
import { Icon } from '../icon.tsx'

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
