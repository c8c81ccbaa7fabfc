import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { BotsLayout } from '../bots-layout.tsx'
import { strategies } from '../strategies/catalog.ts'
import { strategyName, strategyWord } from './bot-fields.ts'
import { type FieldValues, newBotAddress } from './field-values.ts'
import { StrategyDrawing } from './strategy-drawing.tsx'

export interface StrategyPickerProps {
  /** Field values that links pass on in the query to the form that follows */
  values: FieldValues
}

export function StrategyPicker({ values: { asset, tf } }: StrategyPickerProps) {
  const { locale, t } = useLocale()
  const kept = { ...(asset !== undefined && { asset }), ...(tf !== undefined && { tf }) }
  return (
    <BotsLayout title={t('botForm.newTitle')}>
      <p className="bot-form-lead">{t('botForm.pickLead')}</p>
      <ul className="strategy-cards">
        {strategies.map(({ id }) => (
          <li key={id}>
            <a className="strategy-card" href={localised(locale, newBotAddress({ strategy: id, ...kept }))}>
              <StrategyDrawing id={id} />
              <strong>{strategyName(locale, id)}</strong>
              <span className="strategy-idea">{strategyWord(locale, id, 'idea')}</span>
              <StrategyMarkets id={id} />
            </a>
          </li>
        ))}
      </ul>
    </BotsLayout>
  )
}

export function StrategyMarkets({ id }: { id: string }) {
  const { locale, t } = useLocale()
  return (
    <span className="strategy-markets">
      <span data-direction="up">{t('botForm.suits', { market: strategyWord(locale, id, 'suits') })}</span>
      <span data-direction="down">{t('botForm.fails', { market: strategyWord(locale, id, 'fails') })}</span>
    </span>
  )
}
