import { formatNumber } from '../../../i18n/format.ts'
import type { Locale } from '../../../i18n/locales.ts'
import { type Translate, translator } from '../../../i18n/translate.ts'
import { printExpression } from './print-rules.ts'
import type { Amount, Distance, Expression, Rules } from './rule-tree.ts'

/** Explains rules in sentences, one per statement. */
export function explainRules(locale: Locale, { enter, exit, add, stop, target, size }: Rules): string[] {
  const t = translator(locale)
  const words: Words = { t, number: (value) => formatNumber(locale, value) }
  const when = (tree: Expression) => explain(words, tree, 0)
  const far = ({ value }: Distance) => explain(words, value, levels.value)
  const whole: Amount = { kind: 'percent', value: 100 }
  const sentences = [t('rules.explain.enter', { amount: amountText(words, size ?? whole), when: when(enter) })]
  if (add) {
    const amount = amountText(words, add.amount)
    sentences.push(t('rules.explain.add', { amount, when: when(add.when), most: add.most }))
  }
  if (exit) sentences.push(t('rules.explain.exit', { when: when(exit) }))
  if (stop)
    sentences.push(t(stop.isTrailing ? 'rules.explain.trailingStop' : 'rules.explain.stop', { distance: far(stop) }))
  if (target) sentences.push(t('rules.explain.target', { distance: far(target) }))
  if (!exit && !stop && !target) sentences.push(t('rules.explain.noSale'))
  return sentences
}

interface Words {
  t: Translate
  number(value: number): string
}

function amountText({ t, number }: Words, { kind, value }: Amount): string {
  if (kind === 'number') return t('rules.explain.money', { number: number(value) })
  return value === 100 ? t('rules.explain.wholeEquity') : t('rules.explain.share', { number: number(value) })
}

/** Parts that bind less than the place they stand in get parentheses, as in the text of the rules. */
const levels = { or: 1, and: 2, not: 3, value: 4, product: 5, operand: 6 } as const

function explain(words: Words, tree: Expression, least: number): string {
  const { t, number } = words
  const within = (level: number, text: string) => (level < least ? `(${text})` : text)
  switch (tree.kind) {
    case 'number':
      return number(tree.value)
    case 'percent':
      return `${number(tree.value)}%`
    case 'price':
    case 'position':
    case 'time':
      return t(`rules.explain.names.${tree.name}`)
    case 'indicator': {
      const name = printExpression({ ...tree, source: 'close' })
      const { source } = tree
      if (source === 'close') return name
      const text =
        typeof source === 'string' ? t(`rules.explain.names.${source}`) : explain(words, source, levels.operand)
      return t('rules.explain.indicator', { name, source: text })
    }
    case 'math': {
      const [one = '', other = ''] = tree.of.map((each) => explain(words, each, levels.value))
      return t(`rules.explain.math.${tree.name}`, { one, other })
    }
    case 'negative':
      return `−${explain(words, tree.of, levels.operand)}`
    case 'earlier':
      return within(
        levels.product,
        t('rules.explain.earlier', { of: explain(words, tree.of, levels.operand), candles: tree.candles }),
      )
    case 'arithmetic': {
      const level = tree.sign === '+' || tree.sign === '-' ? levels.value : levels.product
      const sides = [explain(words, tree.left, level), explain(words, tree.right, level + 1)]
      return within(level, sides.join(` ${arithmeticSigns[tree.sign]} `))
    }
    case 'compare': {
      const [left, right] = [explain(words, tree.left, levels.value), explain(words, tree.right, levels.value)]
      return t(`rules.explain.compare.${tree.by}`, { left, right })
    }
    case 'not':
      return within(levels.not, t('rules.explain.not', { of: explain(words, tree.of, levels.not) }))
    case 'and':
    case 'or': {
      const level = levels[tree.kind]
      const [left, right] = [explain(words, tree.left, level), explain(words, tree.right, level + 1)]
      return within(level, t(`rules.explain.${tree.kind}`, { left, right }))
    }
  }
}

const arithmeticSigns = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const
