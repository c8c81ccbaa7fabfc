import { useLocale } from '../../i18n/context.tsx'
import { filterParams, type UserList } from '../list/list-query.ts'
import { bulkActs } from './bulk-form.ts'

export interface BulkBarProps {
  list: UserList
  total: string | undefined
}

/** Shows bulk actions for the selected users or for the whole filter. An action leads to a confirmation page. */
export function BulkBar({ list, total }: BulkBarProps) {
  const { t } = useLocale()
  return (
    <div className="users-bulk">
      <label className="users-bulk-act">
        <span>{t('users.bulk.label')}</span>
        <select name="act">
          {bulkActs.map((act) => (
            <option key={act} value={act}>
              {t(`users.bulk.acts.${act}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" name="scope" value="filter" />
        {total === undefined ? t('users.bulk.everybody') : t('users.bulk.filtered', { shown: total })}
      </label>
      <input type="hidden" name="query" value={filterParams(list).toString()} />
      <button type="submit" className="button button-quiet">
        {t('users.bulk.go')}
      </button>
      <output className="users-chosen" data-chosen data-chosen-label={t('users.bulk.label')} />
    </div>
  )
}
