import type { Locale } from '../../../i18n/locales.ts'
import { plainNumber, readNumber } from '../../../i18n/read-number.ts'
import { ruleIndicators } from './indicators.ts'
import { comparisons, positionNames, priceNames, timeNames } from './rule-tree.ts'

/*
 * Rules built by menus: a form without scripts sends a condition in parts, which is written to the same text that can be
 * typed. What the text then says is checked as if it had been typed.
 */

/** Form field with the text */
export const rulesField = 'params.text'

/** Choices of each menu, by the name of its field; the first is the initial one. */
export const buildMenus = {
  statement: ['enter', 'exit'],
  join: ['and', 'or'],
  left: [...Object.keys(ruleIndicators), ...priceNames, ...positionNames, ...timeNames],
  comparison: comparisons,
  right: ['number', 'percent', ...Object.keys(ruleIndicators), ...priceNames],
} as const satisfies Record<string, readonly string[]>

export type BuildMenu = keyof typeof buildMenus

/** Fields for the numbers of both sides: what is in the parentheses of an indicator, or the number itself */
export const buildNumbers = { left: 'leftNumber', right: 'rightNumber' } as const

/**
 * Returns the text with the condition of the form; the text itself if the form sends none, or sends unknown choices.
 * @param field  reads a field of the form
 */
export function withBuiltCondition(text: string, locale: Locale, field: (name: string) => string | undefined): string {
  if (field('build') !== 'yes') return text
  const chosen = <Choice extends string>(menu: BuildMenu, choices: readonly Choice[]) =>
    choices.find((choice) => choice === field(`build.${menu}`))
  const side = (menu: 'left' | 'right') => {
    const name = chosen<string>(menu, buildMenus[menu])
    const number = (field(`build.${buildNumbers[menu]}`) ?? '').trim().slice(0, 40)
    return name && operandText(name, number, locale)
  }
  const statement = chosen('statement', buildMenus.statement)
  const join = chosen('join', buildMenus.join)
  const comparison = chosen('comparison', buildMenus.comparison)
  const [left, right] = [side('left'), side('right')]
  if (!statement || !join || !comparison || !left || !right) return text
  return appendCondition(text, { statement, join, condition: `${left} ${comparison} ${right}` })
}

function operandText(name: string, number: string, locale: Locale): string {
  if (name === 'number' || name === 'percent') {
    const read = readNumber(locale, number)
    // The check of the text reports what is no number.
    const written = read === undefined ? number || '0' : plainNumber(read)
    return `${written}${name === 'percent' ? '%' : ''}`
  }
  return number && name in ruleIndicators ? `${name}(${number})` : name
}

export interface NewCondition {
  statement: 'enter' | 'exit'
  /** How it is joined to the condition that the statement has */
  join: 'and' | 'or'
  condition: string
}

/** Appends a condition to the line of its statement, or a new line. Comments and all other lines stay. */
export function appendCondition(text: string, { statement, join, condition }: NewCondition): string {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const pattern = new RegExp(`^(\\s*${statement}\\s+when)\\b([^#]*)(#.*)?$`, 'i')
  const at = lines.findIndex((line) => pattern.test(line))
  const [, start = '', rest = '', comment] = pattern.exec(lines[at] ?? '') ?? []
  if (at < 0)
    return [...lines.filter((line, index) => index > 0 || line !== ''), `${statement} when ${condition}`].join('\n')
  const before = rest.trim()
  // `and` binds more tightly than `or`.
  const held = join === 'and' && /\bor\b/i.test(before) ? `(${before})` : before
  const joined = held === '' ? condition : `${held} ${join} ${condition}`
  lines[at] = `${start} ${joined}${comment ? ` ${comment}` : ''}`
  return lines.join('\n')
}
