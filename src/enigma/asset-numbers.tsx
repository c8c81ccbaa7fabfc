import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { formatCoefficient, formatPercent } from '../i18n/numbers.ts'
import type { Instrument } from '../market/instrument.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { href, paths } from '../paths.ts'
import { Island } from '../ui/island.tsx'
import { Panel } from '../ui/panels/panel.tsx'
import type { AssetStatistics } from './asset-statistics.ts'
import { LiveChange } from './live-change.island.tsx'

export interface AssetNumbersProps {
  statistics: AssetStatistics
  instrument: Instrument
}

export function Returns({ statistics: { returns, last }, instrument }: AssetNumbersProps) {
  const { t } = useLocale()
  const greatest = Math.max(...returns.map(({ change }) => Math.abs(change ?? 0)), Number.MIN_VALUE)
  return (
    <Panel id="returns" title={t('enigma.returns')} text={t('enigma.returnsHint')}>
      <table className="numbers">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('enigma.period')}</th>
            <td />
            <th scope="col">{t('enigma.change')}</th>
          </tr>
        </thead>
        <tbody>
          {returns.map(({ period, change, last: own }) => (
            <tr key={period}>
              <th scope="row">{t(`enigma.periods.${period}`)}</th>
              <td className="numbers-bar">{change !== undefined && <SignedBar share={change / greatest} />}</td>
              <td className="numbers-value">
                <LiveReturn asset={instrument.asset} change={change} last={own ?? last} isOther={period !== '24h'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface LiveReturnProps {
  asset: string
  change: number | undefined
  last: number | undefined
  isOther: boolean
}

/** A change that follows the live price, like the one in the heading. */
function LiveReturn({ asset, change, last, isOther }: LiveReturnProps) {
  const { locale } = useLocale()
  if (change === undefined || last === undefined) return <Unknown />
  return (
    <Island name="live-change">
      <LiveChange asset={asset} change={change} last={last} locale={locale} isOther={isOther} />
    </Island>
  )
}

export function Risk({ statistics: { volatilities, drawdown }, instrument }: AssetNumbersProps) {
  const { locale, t } = useLocale()
  const price = (value: number) => formatPrice(locale, value, instrument.priceDigits)
  return (
    <Panel id="volatility" title={t('enigma.volatility')} text={t('enigma.volatilityText')}>
      <dl className="tiles">
        {volatilities.map(({ period, volatility }) => (
          <div key={period}>
            <dt>{t(`enigma.periods.${period}`)}</dt>
            <dd>{volatility === undefined ? <Unknown /> : formatPercent(locale, volatility)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('enigma.drawdown')}</h3>
      <p className="panel-text">{t('enigma.drawdownText')}</p>
      {drawdown ? (
        <dl className="tiles">
          <div>
            <dt>{t('enigma.drawdownDepth')}</dt>
            <dd className="change" data-direction="down">
              {formatChange(locale, -drawdown.depth)}
            </dd>
          </div>
          <div>
            <dt>{t('enigma.drawdownFrom')}</dt>
            <dd>
              {price(drawdown.high)} <small>{formatTime(locale, drawdown.highAt)}</small>
            </dd>
          </div>
          <div>
            <dt>{t('enigma.drawdownTo')}</dt>
            <dd>
              {price(drawdown.low)} <small>{formatTime(locale, drawdown.lowAt)}</small>
            </dd>
          </div>
        </dl>
      ) : (
        <p className="panel-text">{t('enigma.drawdownNone')}</p>
      )}
    </Panel>
  )
}

export function Correlations({ statistics: { correlations } }: AssetNumbersProps) {
  const { locale, t } = useLocale()
  return (
    <Panel id="correlations" title={t('enigma.correlation')} text={t('enigma.correlationText')}>
      <table className="numbers">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('enigma.asset')}</th>
            <td />
            <th scope="col">{t('enigma.coefficient')}</th>
          </tr>
        </thead>
        <tbody>
          {correlations.map(({ asset, value }) => (
            <tr key={asset}>
              <th scope="row">
                <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>{asset}</a>
              </th>
              <td className="numbers-bar">{value !== undefined && <SignedBar share={value} />}</td>
              <td className="numbers-value">{value === undefined ? <Unknown /> : formatCoefficient(locale, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Unknown() {
  const { t } = useLocale()
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('enigma.unknown')}</span>
    </>
  )
}

interface SignedBarProps {
  /** −1–1, from the middle */
  share: number
}

function SignedBar({ share }: SignedBarProps) {
  const length = Math.round(Math.min(1, Math.abs(share)) * 50 * 10) / 10
  return (
    <svg
      className="signed-bar"
      data-direction={share > 0 ? 'up' : share < 0 ? 'down' : undefined}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="signed-bar-track" width="100" height="8" rx="1" />
      <rect className="signed-bar-value" x={share < 0 ? 50 - length : 50} width={length} height="8" />
      <rect className="signed-bar-middle" x="49.75" width="0.5" height="8" />
    </svg>
  )
}
