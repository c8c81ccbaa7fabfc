import type { Locale } from '../../../i18n/locales.ts'
import { translator } from '../../../i18n/translate.ts'

type RuleFault =
  | 'empty'
  | 'tooLong'
  | 'tooDeep'
  | 'tooLarge'
  | 'tooManyIndicators'
  | 'tooManySignals'
  | 'tooFarBack'
  | 'tooManyMarks'
  | 'character'
  | 'statement'
  | 'name'
  | 'expected'
  | 'lineOver'
  | 'twice'
  | 'noEnter'
  | 'bounds'
  | 'order'
  | 'needsValue'
  | 'needsCondition'
  | 'mixedTypes'
  | 'sumOfTypes'
  | 'positionless'
  | 'notEarlier'

/** A fault of a text of rules, with its place. Lines and columns start at 1. */
export interface RuleError {
  fault: RuleFault
  line: number
  column: number
  /** Parameters of the fault's text: the word at the place, the expected ones, bounds */
  about: Readonly<Record<string, string | number>>
  /** A known word that resembles the unknown one */
  suggestion?: string | undefined
}

/** Explains a fault in one or two sentences that begin with its place. */
export function ruleErrorText(locale: Locale, { fault, line, column, about, suggestion }: RuleError): string {
  const t = translator(locale)
  const place = t('rules.place', { line, column })
  const found = about.found === '' ? t('rules.lineEnd') : (about.found ?? '')
  const text = t(`rules.faults.${fault}`, { ...about, found })
  const hint = suggestion === undefined ? '' : ` ${t('rules.suggestion', { suggestion })}`
  return `${place} ${text}${hint}`
}

/** Thrown inside the parser only; its callers get the error as a value. */
export class RuleFailure extends Error {
  constructor(readonly error: RuleError) {
    super(error.fault)
  }
}

/** Returns the known word with the fewest changed letters; undefined if none is close. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase().slice(0, 30)
  const most = lower.length < 4 ? 1 : 2
  const ranked = known
    .map((each) => ({ each, changes: changesBetween(lower, each.toLowerCase()) }))
    .toSorted((one, other) => one.changes - other.changes)
  const [first] = ranked
  return first && first.changes <= most ? first.each : undefined
}

/** Levenshtein distance in which two swapped neighbors count as one change. */
function changesBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const swapped = isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next[to] = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (isSame ? 0 : 1), swapped)
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
