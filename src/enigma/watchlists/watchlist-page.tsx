import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { type Instrument, pairOf } from '../../market/instrument.ts'
import type { UndoableFlash } from '../../pages/flash.ts'
import type { FormState } from '../../pages/form-state.ts'
import { UndoToast } from '../../pages/undo-toast.tsx'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, focusOf } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EnigmaLayout } from '../../ui/layouts/app.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { maxListed, type Watchlist } from './queries.ts'

export interface WatchlistPageProps {
  list: Watchlist
  instruments: readonly Instrument[]
  form: FormState
  flashes: readonly UndoableFlash[]
  /** Asset and direction of the last move: its button gets the focus, so that it can be pressed again */
  moved: string
  by: string
}

/** Page on which a list is named, filled and put in order. */
export function WatchlistPage({ list, instruments, form, flashes, moved, by }: WatchlistPageProps) {
  const { locale, t } = useLocale()
  const { id, name, assets } = list
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  const action = localised(locale, href(paths.watchlist, { id }))
  return (
    <EnigmaLayout>
      <UndoToast flashes={flashes} action={paths.watchlistUndo} />
      <ListHead title={name} note={<p className="enigma-lead">{t('watchlists.editLead')}</p>} />
      <p className="watchlist-links">
        <a href={localised(locale, paths.watchlists)}>{t('watchlists.all')}</a>
        <a href={`${localised(locale, paths.enigma)}?list=${id}`}>{t('watchlists.show')}</a>
      </p>
      <div className="watchlists">
        {assets.length === 0 ? (
          <EmptyState icon="i-lucide-list" title={t('watchlists.empty')} isSmall />
        ) : (
          <form
            id="watchlist-order"
            method="post"
            action={localised(locale, href(paths.watchlistOrder, { id }))}
            data-watchlist-order
          >
            <input type="hidden" name="order" value={assets.join()} />
          </form>
        )}
        <ol className="watchlist-items">
          {assets.map((asset, at) => (
            <Listed
              key={asset}
              asset={asset}
              listId={id}
              instrument={byAsset.get(asset)}
              isFirst={at === 0}
              isLast={at === assets.length - 1}
              focused={asset === moved ? by : ''}
            />
          ))}
        </ol>
        <AddAsset id={id} instruments={instruments.filter(({ asset }) => !assets.includes(asset))} />
        <form className="watchlist-form" method="post" action={action}>
          <Field
            name="name"
            label={t('watchlists.name')}
            value={form.values.name ?? name}
            error={form.errors.name}
            autoComplete="off"
            maxLength={60}
            isRequired
          />
          <SubmitButton kind="quiet">{t('watchlists.rename')}</SubmitButton>
        </form>
      </div>
    </EnigmaLayout>
  )
}

interface ListedProps {
  asset: string
  listId: string
  /** Undefined for an asset that the market does not trade */
  instrument: Instrument | undefined
  isFirst: boolean
  isLast: boolean
  focused: string
}

function Listed({ asset, listId, instrument, isFirst, isLast, focused }: ListedProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, href(paths.watchlistOrder, { id: listId }))
  // At an end of the list, the button of the other direction has the focus.
  const focus = focused === 'up' && isFirst ? 'down' : focused === 'down' && isLast ? 'up' : focused
  const moveButton = (by: 'up' | 'down', isDisabled: boolean) => (
    <button
      {...focusOf(focus === by && !isDisabled)}
      type="submit"
      name="by"
      value={by}
      className="icon-button"
      disabled={isDisabled}
      aria-label={t(by === 'up' ? 'watchlists.up' : 'watchlists.down', { asset })}
    >
      <Icon name={by === 'up' ? 'i-lucide-arrow-up' : 'i-lucide-arrow-down'} />
    </button>
  )
  return (
    <li className="watchlist-item" data-asset={asset}>
      <span className="watchlist-grip" aria-hidden="true" data-grip>
        <Icon name="i-lucide-grip-vertical" />
      </span>
      {instrument ? (
        <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>
          {pairOf(instrument)} <span className="panel-count">{instrument.name}</span>
        </a>
      ) : (
        <span>
          {asset} <span className="panel-count">{t('watchlists.untraded')}</span>
        </span>
      )}
      <span className="watchlist-acts">
        <form method="post" action={action}>
          <input type="hidden" name="asset" value={asset} />
          {moveButton('up', isFirst)}
          {moveButton('down', isLast)}
        </form>
        <form method="post" action={localised(locale, href(paths.watchlistAssets, { id: listId }))}>
          <input type="hidden" name="asset" value={asset} />
          <button
            type="submit"
            name="act"
            value="remove"
            className="icon-button"
            aria-label={t('watchlists.drop', { asset })}
          >
            <Icon name="i-lucide-x" />
          </button>
        </form>
      </span>
    </li>
  )
}

function AddAsset({ id, instruments }: { id: string; instruments: readonly Instrument[] }) {
  const { locale, t } = useLocale()
  if (instruments.length === 0) return null
  return (
    <form className="watchlist-form" method="post" action={localised(locale, href(paths.watchlistAssets, { id }))}>
      <input type="hidden" name="act" value="add" />
      <div className="field">
        <label htmlFor="watchlist-asset">{t('watchlists.asset', { max: maxListed })}</label>
        <input
          id="watchlist-asset"
          name="asset"
          list="watchlist-assets"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <datalist id="watchlist-assets">
          {instruments.map(({ asset, name }) => (
            <option key={asset} value={asset}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      <SubmitButton kind="quiet" icon="i-lucide-plus">
        {t('watchlists.add')}
      </SubmitButton>
    </form>
  )
}
