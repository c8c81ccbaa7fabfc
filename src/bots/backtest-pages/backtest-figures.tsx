import { useLocale } from '../../i18n/context.tsx'
import type { Statistics } from '../backtest/statistics.ts'
import { directionOf } from '../bot-numbers.ts'
import { figureNames, figureText } from './figures.ts'

export interface BacktestFiguresProps {
  statistics: Statistics
  quote: string
}

export function BacktestFigures({ statistics, quote }: BacktestFiguresProps) {
  const { locale, t } = useLocale()
  const direction = (name: string) => (name === 'profit' ? directionOf(statistics.profit) : undefined)
  return (
    <>
      <dl className="trial-figures">
        {figureNames.map((name) => (
          <div key={name}>
            <dt>{t(`backtest.figures.${name}.name`)}</dt>
            <dd data-direction={direction(name)}>{figureText(name, statistics, { locale, t, quote })}</dd>
          </div>
        ))}
      </dl>
      <details className="trial-meanings">
        <summary>{t('backtest.meanings')}</summary>
        <dl>
          {figureNames.map((name) => (
            <div key={name}>
              <dt>{t(`backtest.figures.${name}.name`)}</dt>
              <dd>{t(`backtest.figures.${name}.meaning`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
