import { useLocale } from '../../i18n/context.tsx'
import { isMessageKey } from '../../i18n/translate.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { strategies } from '../strategies/catalog.ts'

/**
 * Select for the strategy, which determines the other fields. A button shows them without JavaScript; with it the
 * selection does.
 */
export function StrategyField({ strategy }: { strategy: Pick<AnyStrategy, 'id'> }) {
  const { t } = useLocale()
  const nameOf = (id: string) => {
    const key = `bots.strategies.${id}`
    return isMessageKey(key) ? t(key) : id
  }
  return (
    <div className="field trial-strategy">
      <label htmlFor="strategy-field">{t('backtest.fields.strategy')}</label>
      <div className="trial-strategy-row">
        <select
          id="strategy-field"
          name="strategy"
          className="field-select"
          defaultValue={strategy.id}
          data-shows-fields="strategy-show"
        >
          {strategies.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </select>
        <span id="strategy-show">
          <SubmitButton kind="quiet">{t('backtest.showFields')}</SubmitButton>
        </span>
      </div>
    </div>
  )
}
