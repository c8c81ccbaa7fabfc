import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { type Instrument, pairOf } from '../../market/instrument.ts'
import type { UndoableFlash } from '../../pages/flash.ts'
import { FormKey } from '../../pages/form-key.tsx'
import type { FormState } from '../../pages/form-state.ts'
import { UndoToast } from '../../pages/undo-toast.tsx'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EnigmaLayout } from '../../ui/layouts/app.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { maxListed, type Watchlist } from './queries.ts'

export interface WatchlistsPageProps {
  lists: Watchlist[]
  /** Asset whose lists are chosen; undefined on the page of all lists */
  instrument: Instrument | undefined
  form: FormState
  flashes: readonly UndoableFlash[]
}

/** Page of a user's lists. For an asset, each list has a button that adds or removes it. */
export function WatchlistsPage({ lists, instrument, form, flashes }: WatchlistsPageProps) {
  const { locale, t } = useLocale()
  const pair = instrument && pairOf(instrument)
  return (
    <EnigmaLayout>
      <UndoToast flashes={flashes} action={paths.watchlistUndo} />
      <ListHead
        title={pair ? t('watchlists.titleOf', { pair }) : t('watchlists.title')}
        note={<p className="enigma-lead">{t('watchlists.lead')}</p>}
      />
      {instrument && (
        <p>
          <a className="asset-back" href={localised(locale, href(paths.enigmaAsset, { asset: instrument.asset }))}>
            <Icon name="i-lucide-arrow-left" />
            {instrument.name}
          </a>
        </p>
      )}
      <div className="watchlists">
        {lists.length === 0 ? (
          <EmptyState icon="i-lucide-list" title={t('watchlists.none')} isSmall />
        ) : (
          <ul className="watchlist-items">
            {lists.map((list) => (
              <ListItem key={list.id} list={list} instrument={instrument} />
            ))}
          </ul>
        )}
        <form className="watchlist-form" method="post" action={localised(locale, paths.watchlists)}>
          <FormKey />
          {instrument && <input type="hidden" name="asset" value={instrument.asset} />}
          <Field
            name="name"
            label={t('watchlists.newName')}
            value={form.values.name}
            error={form.errors.name}
            autoComplete="off"
            maxLength={60}
            isRequired
          />
          <SubmitButton kind="quiet" icon="i-lucide-plus">
            {t('watchlists.create')}
          </SubmitButton>
        </form>
      </div>
    </EnigmaLayout>
  )
}

function ListItem({ list, instrument }: { list: Watchlist; instrument: Instrument | undefined }) {
  const { locale, t } = useLocale()
  const { id, name, assets } = list
  return (
    <li className="watchlist-item">
      <a href={`${localised(locale, paths.enigma)}?list=${id}`}>{name}</a>
      <span className="panel-count">{t('watchlists.count', { count: assets.length, max: maxListed })}</span>
      <span className="watchlist-acts">
        {instrument && <Membership list={list} asset={instrument.asset} />}
        <a
          className="icon-button"
          href={localised(locale, href(paths.watchlist, { id }))}
          aria-label={t('watchlists.edit', { name })}
        >
          <Icon name="i-lucide-pencil" />
        </a>
        <form method="post" action={localised(locale, href(paths.watchlistRemoval, { id }))}>
          <button type="submit" className="icon-button" aria-label={t('watchlists.remove', { name })}>
            <Icon name="i-lucide-trash-2" />
          </button>
        </form>
      </span>
    </li>
  )
}

function Membership({ list: { id, name, assets }, asset }: { list: Watchlist; asset: string }) {
  const { locale, t } = useLocale()
  const isListed = assets.includes(asset)
  return (
    <form method="post" action={localised(locale, href(paths.watchlistAssets, { id }))}>
      <input type="hidden" name="asset" value={asset} />
      <input type="hidden" name="act" value={isListed ? 'remove' : 'add'} />
      <input type="hidden" name="back" value={`${paths.watchlists}?asset=${asset}`} />
      <button
        type="submit"
        id={`in-${id}`}
        className="button button-quiet"
        aria-pressed={isListed}
        disabled={!isListed && assets.length >= maxListed}
        aria-label={t(isListed ? 'watchlists.takeFrom' : 'watchlists.putInto', { asset, name })}
      >
        <Icon name={isListed ? 'i-lucide-check' : 'i-lucide-plus'} />
        {t(isListed ? 'watchlists.listed' : 'watchlists.add')}
      </button>
    </form>
  )
}
