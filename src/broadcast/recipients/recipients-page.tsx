import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { maxSearch, recipientsPlace } from './recipients-query.ts'
import { RecipientsRegion, type RecipientsRegionProps } from './recipients-region.tsx'

export interface RecipientsPageProps extends RecipientsRegionProps {
  name: string
}

export function RecipientsPage({ name, ...region }: RecipientsPageProps) {
  const { locale, t } = useLocale()
  const { id, list } = region
  const crumbs = [
    { title: t('broadcast.title'), path: localised(locale, paths.broadcasts) },
    { title: name, path: localised(locale, href(paths.broadcast, { id })) },
  ]
  return (
    <AdminLayout>
      <Breadcrumbs items={crumbs} />
      <header className="admin-head">
        <h1>{t('broadcast.recipientsTitle')}</h1>
        <form method="post" action={localised(locale, href(paths.broadcastRecipientsFile, { id }))} data-downloads="">
          {list.state && <input type="hidden" name="state" value={list.state} />}
          <SubmitButton kind="quiet" icon="i-lucide-download">
            {t('broadcast.csv')}
          </SubmitButton>
        </form>
      </header>
      <ListSearch
        of={recipientsPlace(id)}
        search={list.search}
        maxLength={maxSearch}
        delayMs={300}
        words={{
          label: 'broadcast.searchRecipients',
          placeholder: 'broadcast.searchRecipients',
          submit: 'broadcast.submit',
          failed: 'broadcast.failedToLoad',
        }}
      />
      <RecipientsRegion {...region} />
    </AdminLayout>
  )
}
