import { useLocale } from '../../i18n/context.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { ruleIndicators } from '../strategies/rules/indicators.ts'
import { comparisons, mathNames, positionNames, priceNames, timeNames } from '../strategies/rules/rule-tree.ts'

/** Place of a word in the text: at the start of a line, where a value is expected, or after a value */
type WordPlace = 'statement' | 'value' | 'after'

interface RuleWord {
  text: string
  place: WordPlace
  about?: string
  /** Whether it may be the last argument of an indicator */
  isSource?: boolean
}

/** The words of rules, which the editor offers while somebody types. Without scripts the list stays hidden. */
export function RulesWords({ id }: { id: string }) {
  const { t } = useLocale()
  return (
    <div id={id} className="rules-words" role="listbox" aria-label={t('rules.editor.words')} hidden tabIndex={-1}>
      {ruleWords(t).map(({ text, place, about, isSource }, index) => (
        <div
          key={place + text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected="false"
          data-text={text}
          data-place={place}
          data-source={isSource || undefined}
        >
          <code lang="en">{text}</code>
          {about && <small>{about}</small>}
        </div>
      ))}
    </div>
  )
}

const statements = ['enter when', 'exit when', 'add 25% when', 'stop', 'trailing stop', 'target', 'size 50%']
const joints = ['and', 'or', 'when', 'at most 3', ...comparisons.filter((each) => each.startsWith('crosses'))]

function ruleWords(t: Translate): RuleWord[] {
  return [
    ...statements.map((text) => ({ text, place: 'statement' as const })),
    ...Object.entries(ruleIndicators).map(([name, { params, hasSource }]) => ({
      text: `${name}(${params.map(({ initial }) => initial).join(', ')})`,
      place: 'value' as const,
      about: t(`rules.editor.about.${aboutOf(name)}`),
      isSource: hasSource,
    })),
    ...priceNames.map((text) => ({
      text,
      place: 'value' as const,
      about: t(`rules.explain.names.${text}`),
      isSource: true,
    })),
    ...[...positionNames, ...timeNames].map((text) => ({
      text,
      place: 'value' as const,
      about: t(`rules.explain.names.${text}`),
    })),
    ...[...mathNames.map((name) => `${name}()`), 'not'].map((text) => ({ text, place: 'value' as const })),
    ...joints.map((text) => ({ text, place: 'after' as const })),
  ]
}

const abouts = ['SMA', 'EMA', 'RSI', 'ATR', 'HIGHEST', 'LOWEST', 'BB', 'MACD'] as const

/** All lines of an indicator have one explanation. */
function aboutOf(name: string): (typeof abouts)[number] {
  const found = abouts.find((each) => name.startsWith(each))
  if (!found) throw new Error(`No explanation of ${name}`)
  return found
}
