import type { TextareaHTMLAttributes } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { GuideLink } from '../../ui/titles/guide-link.tsx'
import { ruleExamples } from '../strategies/rules/examples.ts'
import { explainRules } from '../strategies/rules/explain-rules.ts'
import { type Marks, markNames } from '../strategies/rules/marks.ts'
import { parseRules } from '../strategies/rules/parse-rules.ts'
import type { FieldValues } from './field-values.ts'
import { RulesBuilder } from './rules-builder.tsx'
import { RulesWords } from './rules-words.tsx'

const wordsId = 'rules-words'

export interface RulesInputProps {
  control: TextareaHTMLAttributes<HTMLTextAreaElement>
  name: string
  text: string
  marks: Marks
  max: number
}

/** Text of rules with examples, and what the text says. */
export function RulesInput({ control, name, text, marks, max }: RulesInputProps) {
  const { t } = useLocale()
  return (
    <>
      <div className="rules-editor">
        <textarea
          {...control}
          className="field-select"
          rows={8}
          defaultValue={text}
          maxLength={max}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          lang="en"
          data-rules={wordsId}
        />
        <RulesWords id={wordsId} />
      </div>
      {/* The last value of a field counts, so a pressed example replaces the text, without JavaScript too. */}
      <p className="chips">
        <button type="button" className="chip" data-opens-words hidden>
          {t('rules.editor.open')}
        </button>
        {(['dip', 'trend', 'breakout'] as const).map((example) => (
          <button
            key={example}
            type="submit"
            formMethod="get"
            className="chip"
            name={name}
            value={ruleExamples[example]}
          >
            {t(`rules.exampleNames.${example}`)}
          </button>
        ))}
      </p>
      <RulesBuilder />
      <p className="field-hint">
        <GuideLink slug="trading/own-rules">{t('rules.guide')}</GuideLink>
      </p>
      <RulesReading text={text} marks={marks} />
    </>
  )
}

export interface RulesReadingProps {
  text: string
  /** Values that replace the numbers in braces */
  marks: Marks
  /** Whether htmx swaps it in out of band */
  isCompanion?: boolean
}

/** The rules in words, or the line with the fault and a mark below its place. */
export function RulesReading({ text, marks, isCompanion = false }: RulesReadingProps) {
  const { locale, t } = useLocale()
  const lines = text.replace(/\r\n?/g, '\n')
  const parsed = parseRules(lines, marks)
  return (
    <div
      id="rules-reading"
      className="rules-reading"
      data-line={parsed.status === 'invalid' ? parsed.error.line : undefined}
      data-column={parsed.status === 'invalid' ? parsed.error.column : undefined}
      {...(isCompanion && { 'hx-swap-oob': 'true' })}
    >
      {parsed.status === 'ready' ? (
        <>
          <p className="field-hint">{t('rules.explained')}</p>
          <ul>
            {explainRules(locale, parsed.rules).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ) : (
        <pre aria-hidden="true">{markedLine(lines, parsed.error)}</pre>
      )}
    </div>
  )
}

/** Returns the faulty line with its number, and `^` below the place of the fault. Long lines are cut around it. */
function markedLine(text: string, { line, column }: { line: number; column: number }): string {
  const whole = text.split('\n')[line - 1] ?? ''
  const first = Math.max(0, column - 40)
  const number = `${line}: `
  return `${number}${whole.slice(first, first + 80)}\n${' '.repeat(number.length + column - 1 - first)}^`
}

/** Enter in a field presses the first button of a form, which must not be an example of rules. */
export function HiddenFirstButton() {
  const { t } = useLocale()
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {t('botForm.save')}
    </button>
  )
}

/** Reads the values of the marked numbers from the fields of a form; those that are no numbers count as missing. */
export function marksIn(locale: Locale, values: FieldValues): Marks {
  const known = markNames.map((name) => [name, readNumber(locale, values[`params.${name}`] ?? '')])
  return Object.fromEntries(known)
}
