import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { isMessageKey } from '../../i18n/translate.ts'
import type { Digits } from '../../market/units.ts'
import { formatNumberTo } from '../bot-numbers.ts'
import type { Intent } from '../engine/order.ts'
import type { LogEntry } from '../engine/run-state.ts'
import type { Signals } from '../engine/strategy.ts'
import { rulesId, unitOfSignal } from '../strategies/rules/indicators.ts'
import { modeReasonText, priceText, quantityText, reasonText } from './bot-words.ts'

interface EntryProps {
  entry: LogEntry
  digits: Digits
  /** Id of the bot's strategy */
  strategy: string
}

export function EntryText({ entry, digits, strategy }: EntryProps) {
  const { locale, t } = useLocale()
  switch (entry.kind) {
    case 'refused':
      return (
        <p>
          {t('botPage.refused')} ({t(`bots.sides.${entry.order.side}`)}: {reasonText(t, entry.order.reason)})
        </p>
      )
    case 'mode': {
      const { mode } = entry
      const reason = mode.state === 'running' ? '' : modeReasonText(t, mode.reason)
      return <p>{t(`botPage.modes.${mode.state}`, { reason })}</p>
    }
    case 'corrected': {
      const [from, to] = [formatTime(locale, entry.from), formatTime(locale, entry.to)]
      return <p>{t('botPage.corrected', { from, to })}</p>
    }
    case 'decision':
      return <DecisionText entry={entry} digits={digits} strategy={strategy} />
  }
}

interface DecisionProps extends EntryProps {
  entry: LogEntry & { kind: 'decision' }
}

function DecisionText({ entry: { signals, intents, dropped }, digits, strategy }: DecisionProps) {
  const { t } = useLocale()
  const isQuiet = intents.length === 0 && dropped.length === 0
  // Strategies without signals have their own text for a decision without orders.
  const quiet = `botPage.quiet.${strategy}`
  return (
    <>
      {isQuiet && <p className="bot-quiet">{t(isMessageKey(quiet) ? quiet : 'botPage.nothingWanted')}</p>}
      {intents.length > 0 && (
        <Wants label={t('botPage.wanted')} of={intents.map((intent) => ({ intent }))} digits={digits} />
      )}
      {dropped.length > 0 && <Wants label={t('botPage.dropped')} of={dropped} digits={digits} />}
      <SignalValues signals={signals} digits={digits} strategy={strategy} />
    </>
  )
}

interface WantsProps {
  label: string
  of: readonly { intent: Intent; why?: 'paused' | 'cooldown' | 'too-many-orders' | 'allocation' }[]
  digits: Digits
}

/** Max orders listed in a log entry: grids place up to a hundred orders at once. */
const maxWants = 6

function Wants({ label, of, digits }: WantsProps) {
  const { t } = useLocale()
  return (
    <ul className="bot-wants">
      {of.slice(0, maxWants).map(({ intent, why }) => (
        <li key={JSON.stringify(intent)}>
          <b>{label}:</b> <IntentText intent={intent} digits={digits} />
          {why && ` — ${t(`botPage.why.${why}`)}`}
        </li>
      ))}
      {of.length > maxWants && <li>+{of.length - maxWants}</li>}
    </ul>
  )
}

function IntentText({ intent, digits }: { intent: Intent; digits: Digits }) {
  const { locale, t } = useLocale()
  const act = t(`botPage.intents.${intent.act === 'close' ? 'sell' : intent.act}`)
  if (intent.act === 'cancel') return act
  if (intent.act === 'move') return `${act} ${priceText(locale, intent.price, digits)}`
  const reason = reasonText(t, intent.reason)
  if (!('price' in intent)) return `${act} (${reason})`
  return `${act} ${priceText(locale, intent.price, digits)} (${reason})`
}

/** Signals whose values are in price units; the values of other signals are plain numbers. */
const pricedSignals = new Set(['fast', 'slow', 'highest', 'atr'])

interface SignalValuesProps extends Pick<EntryProps, 'digits' | 'strategy'> {
  signals: Signals
}

function SignalValues({ signals, digits, strategy }: SignalValuesProps) {
  const { locale, t } = useLocale()
  const known = Object.entries(signals).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (known.length === 0) return null
  const textOf = (name: string, value: number | string | boolean) => {
    if (typeof value === 'boolean') return t(value ? 'botPage.yes' : 'botPage.no')
    if (typeof value === 'string') return value === 'up' || value === 'down' ? t(`botPage.crosses.${value}`) : value
    const unit = strategy === rulesId ? unitOfSignal(name) : pricedSignals.has(name) ? 'price' : 'number'
    if (unit === 'volume') return quantityText(locale, value, digits)
    return unit === 'price' ? priceText(locale, value, digits) : formatNumberTo(locale, value, 2)
  }
  return (
    <dl className="bot-signals">
      {known.map(([name, value]) => {
        const key = `botPage.signals.${name}`
        return (
          <div key={name}>
            <dt>{isMessageKey(key) ? t(key) : name}</dt>
            <dd>{textOf(name, value)}</dd>
          </div>
        )
      })}
    </dl>
  )
}
