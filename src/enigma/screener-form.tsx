import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListLink } from '../ui/list/list-link.tsx'
import { listSwapAttributes, writeSort } from '../ui/list/list-place.ts'
import { type AssetList, assetsPlace, changedParams, sorts } from './list-query.ts'
import { boundNames, boundText, type Filterable, filterable, type Range } from './screener/ranges.ts'
import { definitionOf } from './screener-words.ts'

interface ScreenerProps {
  list: AssetList
}

const id = 'asset-screener'

/** Button and form that sort and filter the list by any figure. The form shows how each figure is defined. */
export function Screener({ list }: ScreenerProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, assetsPlace.path)
  const chosen = Object.keys(list.ranges).length
  const others = changedParams(list, { sort: undefined, isDescending: false, ranges: {} })
  return (
    <>
      <button type="button" id={`${id}-open`} className="button button-quiet" popoverTarget={id}>
        <Icon name="i-lucide-list-filter" />
        {t('enigma.screener')}
        {chosen > 0 && <span className="chip-count">{chosen}</span>}
      </button>
      <div id={id} className="screener" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <form action={action} {...listSwapAttributes(assetsPlace, action)}>
          <h2 id={`${id}-title`}>{t('enigma.screener')}</h2>
          <p className="panel-text">{t('enigma.screenerText')}</p>
          {[...others].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SortField list={list} />
          {filterable.map((figure) => (
            <RangeField key={figure} figure={figure} range={list.ranges[figure]} />
          ))}
          <div className="screener-acts">
            <SubmitButton>{t('enigma.save')}</SubmitButton>
            <button type="button" className="button button-quiet" popoverTarget={id} popoverTargetAction="hide">
              {t('ui.closeMenu')}
            </button>
          </div>
        </form>
      </div>
    </>
  )
}

function SortField({ list }: ScreenerProps) {
  const { t } = useLocale()
  const figures = sorts.filter((sort) => sort !== 'asset')
  return (
    <p className="screener-sort">
      <label htmlFor={`${id}-sort`}>{t('enigma.sort')}</label>
      <select id={`${id}-sort`} name="sort" defaultValue={list.sort ? writeSort(list.sort, list.isDescending) : ''}>
        <option value="">{t('enigma.sortMarket')}</option>
        <option value="asset">{t('enigma.sorts.asset')}</option>
        {figures.flatMap((sort) => [
          <option key={`-${sort}`} value={`-${sort}`}>
            {t('enigma.sortDown', { name: t(`enigma.sorts.${sort}`) })}
          </option>,
          <option key={sort} value={sort}>
            {t('enigma.sortUp', { name: t(`enigma.sorts.${sort}`) })}
          </option>,
        ])}
      </select>
    </p>
  )
}

function RangeField({ figure, range }: { figure: Filterable; range: Range | undefined }) {
  const { t } = useLocale()
  const names = boundNames(figure)
  const bounds = [
    { name: names.min, label: t('enigma.from'), value: range?.min },
    { name: names.max, label: t('enigma.to'), value: range?.max },
  ]
  return (
    <fieldset className="screener-range" aria-describedby={`${id}-${figure}`}>
      <legend>{t(`enigma.sorts.${figure}`)}</legend>
      {bounds.map(({ name, label, value }) => (
        <label key={name}>
          {label}
          <input name={name} inputMode="text" autoComplete="off" maxLength={20} defaultValue={boundText(value) ?? ''} />
        </label>
      ))}
      <p id={`${id}-${figure}`} className="panel-text">
        {definitionOf(t, figure)}
      </p>
    </fieldset>
  )
}

/** The filters in use, each a link that removes it */
export function RangeChips({ list }: ScreenerProps) {
  const { t } = useLocale()
  const used = filterable.flatMap((figure) => {
    const range = list.ranges[figure]
    return range ? [{ figure, text: `${t(`enigma.sorts.${figure}`)} ${rangeText(range)}` }] : []
  })
  if (used.length === 0) return null
  return (
    <nav className="chips screener-chips" aria-label={t('enigma.filtersLabel')}>
      {used.map(({ figure, text }) => (
        <ListLink
          key={figure}
          id={`range-${figure}`}
          className="chip"
          of={assetsPlace}
          params={changedParams(list, { ranges: { ...list.ranges, [figure]: undefined } })}
          title={t('enigma.filterRemove', { text })}
        >
          {text}
          <Icon name="i-lucide-x" />
        </ListLink>
      ))}
    </nav>
  )
}

function rangeText({ min, max }: Range): string {
  const [low, high] = [boundText(min), boundText(max)].map((text) => text?.replace('-', '\u2212'))
  if (low === undefined) return `≤ ${high}`
  return high === undefined ? `≥ ${low}` : `${low} … ${high}`
}
