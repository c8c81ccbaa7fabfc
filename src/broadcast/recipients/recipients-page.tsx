import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { isLocale, languageNames, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { ListPages } from '../../ui/list/list-pages.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { FilterMenu, ListSearch } from '../../ui/list/list-search.tsx'
import { scrollRegion } from '../../ui/scroll-region.ts'
import { Moment } from '../../users/moment.tsx'
import { recipientStates } from '../recipient-states.ts'
import { ReasonWord } from '../state-marks.tsx'
import { maxScannedRows, type Recipient, type RecipientPage } from './recipients-queries.ts'
import { maxSearch, type RecipientList, recipientParams, recipientsPlace } from './recipients-query.ts'

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

interface RecipientsRegionProps {
  id: string
  list: RecipientList
  page: RecipientPage
}

export function RecipientsRegion({ id, list, page }: RecipientsRegionProps) {
  const { locale, t } = useLocale()
  const of = recipientsPlace(id)
  const { recipients, next, isCut } = page
  const first = recipientParams({ ...list, after: undefined })
  return (
    <ListRegion of={of} params={recipientParams(list)} searchParams={first} className="broadcast-list">
      <FilterMenu of={of} chosen={list.state ? 1 : 0}>
        <fieldset className="list-filter">
          <legend className="visually-hidden">{t('broadcast.state')}</legend>
          {[undefined, ...recipientStates].map((state) => (
            <ListLink
              key={state ?? 'all'}
              id={`filter-state-${state ?? 'all'}`}
              className="list-filter-choice"
              of={of}
              params={recipientParams({ ...list, after: undefined, state })}
              isCurrent={list.state === state}
            >
              {state ? t(`broadcast.recipientStates.${state}`) : t('broadcast.all')}
            </ListLink>
          ))}
        </fieldset>
      </FilterMenu>
      {recipients.length === 0 ? (
        <EmptyState icon="i-lucide-search-x" title={t(isCut ? 'broadcast.nothingSoFar' : 'broadcast.nothing')}>
          {(list.search !== '' || list.state) && (
            <ListLink id="recipients-reset" of={of} params={recipientParams({ search: '' })}>
              {t('broadcast.reset')}
            </ListLink>
          )}
        </EmptyState>
      ) : (
        <RecipientTable recipients={recipients} />
      )}
      {isCut && (
        <p className="field-hint">{t('broadcast.lookedAt', { count: formatNumber(locale, maxScannedRows) })}</p>
      )}
      <ListPages
        of={of}
        previous={list.after && first}
        previousLabel={t('broadcast.toFirst')}
        next={next && recipientParams({ ...list, after: next })}
        nextLabel={isCut ? t('broadcast.lookOn') : t('ui.listNext')}
      />
    </ListRegion>
  )
}

function RecipientTable({ recipients }: { recipients: Recipient[] }) {
  const { t } = useLocale()
  return (
    <div className="broadcast-scroll" {...scrollRegion(t('broadcast.recipientsTitle'))}>
      <table className="broadcast-table">
        <thead>
          <tr>
            <th scope="col">{t('broadcast.chat')}</th>
            <th scope="col">{t('broadcast.name')}</th>
            <th scope="col">{t('broadcast.language')}</th>
            <th scope="col">{t('broadcast.state')}</th>
            <th scope="col">{t('broadcast.changed')}</th>
          </tr>
        </thead>
        <tbody>
          {recipients.map((recipient) => (
            <Row key={`${recipient.chatId}.${recipient.part}`} recipient={recipient} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ recipient }: { recipient: Recipient }) {
  const { t } = useLocale()
  const { chatId, part, name, state, reason, error, at } = recipient
  return (
    <tr data-row>
      <th scope="row">
        <span className="broadcast-number">{chatId}</span>
        {part > 0 && <span className="badge-note">{t('broadcast.secondPart')}</span>}
      </th>
      <td>{name || <span className="faint">—</span>}</td>
      <td data-label={t('broadcast.language')}>{isLocale(recipient.locale) && languageNames[recipient.locale]}</td>
      <td data-label={t('broadcast.state')}>
        <span className={`badge broadcast-state broadcast-state-${state}`}>{stateWord(state)}</span>
        {reason && (
          <span className="badge-note">
            <ReasonWord reason={reason} />
          </span>
        )}
        {error && (
          <q className="badge-note" lang="en">
            {error}
          </q>
        )}
      </td>
      <td data-label={t('broadcast.changed')}>
        <Moment at={at} />
      </td>
    </tr>
  )

  function stateWord(of: string): string {
    const known = recipientStates.find((each) => each === of)
    return t(`broadcast.recipientStates.${known ?? 'waiting'}`)
  }
}
