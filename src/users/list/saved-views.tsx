import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { changedList } from '../../pages/list-cursor.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { SavedView } from '../queries.ts'
import { listParams, type UserList } from './list-query.ts'

export interface SavedViewsProps {
  list: UserList
  views: SavedView[]
}

export function SavedViews({ list, views }: SavedViewsProps) {
  const { locale, t } = useLocale()
  return (
    <details className="users-views" data-menu>
      <summary className="button button-quiet">
        <Icon name="i-lucide-bookmark" />
        {t('users.views')}
        {views.length > 0 && <span className="chip-count">{views.length}</span>}
      </summary>
      <div className="users-views-panel">
        {views.length === 0 && <p className="faint">{t('users.viewsNone')}</p>}
        <ul>
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <a href={`${localised(locale, paths.adminUsers)}?${query}`}>{name}</a>
              <form method="post" action={localised(locale, href(paths.adminUsersViewRemoval, { id }))}>
                <button type="submit" className="icon-button" aria-label={t('users.viewRemove', { name })}>
                  <Icon name="i-lucide-trash-2" />
                </button>
              </form>
            </li>
          ))}
        </ul>
        <form className="users-view-save" method="post" action={localised(locale, paths.adminUsersViews)}>
          <FormKey />
          <input type="hidden" name="query" value={listParams(changedList(list, {})).toString()} />
          <label className="field">
            <span>{t('users.viewName')}</span>
            <input name="name" required maxLength={60} autoComplete="off" />
          </label>
          <button type="submit" className="button button-primary">
            {t('users.viewSave')}
          </button>
        </form>
      </div>
    </details>
  )
}
