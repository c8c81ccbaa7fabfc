import { ruleIndicators } from './indicators.ts'
import { closestWord, type RuleError, RuleFailure } from './rule-error.ts'
import {
  type Arithmetic,
  type Comparison,
  type ConditionExpression,
  comparisons,
  type IndicatorExpression,
  mathNames,
  positionNames,
  priceNames,
  ruleBounds,
  timeNames,
  type ValueExpression,
} from './rule-tree.ts'
import type { Token, TokenReader } from './tokens.ts'

/** A part of a text with its type, and what the rest of the text must know of it. */
type Part = { at: Token } & (
  | { type: 'condition'; tree: ConditionExpression }
  | {
      type: 'number' | 'percent'
      tree: ValueExpression
      /** Whether earlier values exist: not for facts of the position and for times */
      hasPast: boolean
    }
)
type ValuePart = Exclude<Part, { type: 'condition' }>

/** Count of the nodes of all expressions of one text */
export interface Budget {
  nodes: number
}

/** Place of an expression. The facts of a position exist only while the bot holds something. */
export interface ExpressionPlace {
  reader: TokenReader
  budget: Budget
  isHolding: boolean
}

export const knownNames: readonly string[] = [
  ...priceNames,
  ...positionNames,
  ...timeNames,
  ...mathNames,
  ...Object.keys(ruleIndicators),
]

export function failAt(
  { line, column }: Token,
  fault: RuleError['fault'],
  about: RuleError['about'] = {},
  suggestion?: string,
): never {
  throw new RuleFailure({ fault, line, column, about, suggestion })
}

export function parseCondition(place: ExpressionPlace): ConditionExpression {
  return requireCondition(parseEither(place, 0))
}

export function parseValue(place: ExpressionPlace): ValuePart {
  return requireValue(parseSum(place, 0))
}

function requireCondition(part: Part): ConditionExpression {
  return part.type === 'condition' ? part.tree : failAt(part.at, 'needsCondition')
}

function requireValue(part: Part): ValuePart {
  return part.type === 'condition' ? failAt(part.at, 'needsValue') : part
}

function count({ budget }: ExpressionPlace, at: Token): void {
  if (++budget.nodes > ruleBounds.nodes) failAt(at, 'tooLarge', { most: ruleBounds.nodes })
}

function parseEither(place: ExpressionPlace, depth: number): Part {
  return parseLogic(place, 'or', () => parseLogic(place, 'and', () => parseNegation(place, depth)))
}

function parseLogic(place: ExpressionPlace, kind: 'and' | 'or', parse: () => Part): Part {
  let left = parse()
  while (place.reader.peek().text === kind) {
    const at = place.reader.next()
    count(place, at)
    const [one, other] = [requireCondition(left), requireCondition(parse())]
    left = { at: left.at, type: 'condition', tree: { kind, left: one, right: other } }
  }
  return left
}

function parseNegation(place: ExpressionPlace, depth: number): Part {
  const at = place.reader.peek()
  if (!place.reader.accept('not')) return parseComparison(place, depth)
  count(place, at)
  if (depth >= ruleBounds.depth) failAt(at, 'tooDeep', { most: ruleBounds.depth })
  return { at, type: 'condition', tree: { kind: 'not', of: requireCondition(parseNegation(place, depth + 1)) } }
}

function parseComparison(place: ExpressionPlace, depth: number): Part {
  const first = parseSum(place, depth)
  const at = place.reader.peek()
  const by = readComparison(place.reader)
  if (!by) return first
  count(place, at)
  const [left, right] = [requireValue(first), requireValue(parseSum(place, depth))]
  if (left.type !== right.type) {
    const isPlain = left.type === 'percent' && right.tree.kind === 'number'
    failAt(right.at, 'mixedTypes', {}, isPlain ? `${right.at.text}%` : undefined)
  }
  if (by.startsWith('crosses')) for (const part of [left, right]) if (!part.hasPast) failAt(part.at, 'notEarlier')
  return { at: left.at, type: 'condition', tree: { kind: 'compare', by, left: left.tree, right: right.tree } }
}

function readComparison(reader: TokenReader): Comparison | undefined {
  const token = reader.peek()
  if (token.text !== 'crosses') {
    const by = comparisons.find((each) => each === token.text)
    if (by) reader.next()
    return by
  }
  reader.next()
  const way = reader.peek()
  if (reader.accept('above')) return 'crosses above'
  if (reader.accept('below')) return 'crosses below'
  return failAt(
    way,
    'expected',
    { expected: 'above / below', found: way.text },
    closestWord(way.text, ['above', 'below']),
  )
}

function parseSum(place: ExpressionPlace, depth: number): Part {
  return parseArithmetic(place, ['+', '-'], () => parseArithmetic(place, ['*', '/'], () => parseSign(place, depth)))
}

function parseArithmetic(place: ExpressionPlace, signs: readonly Arithmetic[], parse: () => Part): Part {
  let left = parse()
  for (;;) {
    const at = place.reader.peek()
    const sign = signs.find((each) => at.kind === 'sign' && each === at.text)
    if (!sign) return left
    place.reader.next()
    count(place, at)
    const [one, other] = [requireValue(left), requireValue(parse())]
    const isSum = sign === '+' || sign === '-'
    if (isSum && one.type !== other.type) failAt(other.at, 'sumOfTypes')
    left = {
      at: one.at,
      type: typeOf(sign, one.type, other.type),
      hasPast: one.hasPast && other.hasPast,
      tree: { kind: 'arithmetic', sign, left: one.tree, right: other.tree },
    }
  }
}

/** A percentage times a number is a number, as in `close * 2%`; a percentage divided by a number is a percentage. */
function typeOf(sign: Arithmetic, left: ValuePart['type'], right: ValuePart['type']): ValuePart['type'] {
  if (left === right) return sign === '/' ? 'number' : left
  if (sign === '/') return left
  return 'number'
}

function parseSign(place: ExpressionPlace, depth: number): Part {
  const at = place.reader.peek()
  if (!(at.kind === 'sign' && place.reader.accept('-'))) return parseEarlier(place, depth)
  count(place, at)
  if (depth >= ruleBounds.depth) failAt(at, 'tooDeep', { most: ruleBounds.depth })
  const of = requireValue(parseSign(place, depth + 1))
  return { ...of, at, tree: { kind: 'negative', of: of.tree } }
}

function parseEarlier(place: ExpressionPlace, depth: number): Part {
  const { reader } = place
  let part = parseOperand(place, depth)
  while (reader.peek().text === '[') {
    const at = reader.next()
    count(place, at)
    const of = requireValue(part)
    if (!of.hasPast) failAt(of.at, 'notEarlier')
    const candles = readWhole(reader, 0, ruleBounds.earlier)
    reader.expect(']')
    part = { ...of, tree: { kind: 'earlier', of: of.tree, candles } }
  }
  return part
}

/** Reads a whole number within bounds. */
export function readWhole(reader: TokenReader, min: number, max: number): number {
  const token = reader.next()
  if (token.kind !== 'number') failAt(token, 'expected', { expected: `${min}–${max}`, found: token.text })
  if (!Number.isInteger(token.value) || token.value < min || token.value > max) {
    failAt(token, 'bounds', { found: token.text, min, max })
  }
  return token.value
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => name === text)

function indicatorNamed(text: string): string | undefined {
  return Object.keys(ruleIndicators).find((name) => name.toLowerCase() === text)
}

function parseOperand(place: ExpressionPlace, depth: number): Part {
  const { reader, isHolding } = place
  const at = reader.next()
  count(place, at)
  if (at.kind === 'number' || at.kind === 'percent') {
    return { at, type: at.kind, hasPast: true, tree: { kind: at.kind, value: at.value } }
  }
  if (at.text === '(') {
    if (depth >= ruleBounds.depth) failAt(at, 'tooDeep', { most: ruleBounds.depth })
    const inner = parseEither(place, depth + 1)
    reader.expect(')')
    return { ...inner, at }
  }
  if (at.kind !== 'word') return failAt(at, 'expected', { expected: 'RSI(14), close, 30, 2%', found: at.text })
  const price = isOneOf(priceNames, at.text)
  if (price) return { at, type: 'number', hasPast: true, tree: { kind: 'price', name: price } }
  const time = isOneOf(timeNames, at.text)
  if (time) return { at, type: 'number', hasPast: false, tree: { kind: 'time', name: time } }
  const position = positionNames.find((name) => {
    const [first, ...rest] = name.split(' ')
    return first === at.text && (rest.length === 0 || reader.accept(...rest))
  })
  if (position) {
    if (!isHolding) failAt(at, 'positionless', { found: position })
    const type = position === 'profit' ? 'percent' : 'number'
    return { at, type, hasPast: false, tree: { kind: 'position', name: position } }
  }
  const math = isOneOf(mathNames, at.text)
  if (math) return parseMath(place, at, math, depth)
  const indicator = indicatorNamed(at.text)
  if (indicator) {
    return { at, type: 'number', hasPast: true, tree: parseIndicator(place, at, { name: indicator, depth }) }
  }
  return failAt(at, 'name', { found: at.text }, closestWord(at.text, knownNames))
}

function parseMath(place: ExpressionPlace, at: Token, name: (typeof mathNames)[number], depth: number): Part {
  const { reader } = place
  reader.expect('(')
  if (depth >= ruleBounds.depth) failAt(at, 'tooDeep', { most: ruleBounds.depth })
  const parts = [requireValue(parseSum(place, depth + 1))]
  const wanted = name === 'abs' ? 1 : 2
  while (parts.length < wanted) {
    reader.expect(',')
    parts.push(requireValue(parseSum(place, depth + 1)))
  }
  reader.expect(')')
  const [first, second] = parts
  const type = first?.type ?? 'number'
  if (second && second.type !== type) failAt(second.at, 'mixedTypes')
  const hasPast = parts.every((part) => part.hasPast)
  return { at, type, hasPast, tree: { kind: 'math', name, of: parts.map(({ tree }) => tree) } }
}

/** Missing numbers get their usual values: `RSI` is RSI(14). */
function parseIndicator(
  place: ExpressionPlace,
  at: Token,
  { name, depth }: { name: string; depth: number },
): IndicatorExpression {
  const { reader } = place
  if (depth >= ruleBounds.depth) failAt(at, 'tooDeep', { most: ruleBounds.depth })
  const { params: bounds, hasSource, isOrdered } = ruleIndicators[name] ?? { params: [], hasSource: false }
  const params = bounds.map(({ initial }) => initial)
  let source: IndicatorExpression['source'] = 'close'
  if (reader.accept('(')) {
    for (let index = 0; ; index++) {
      const token = reader.next()
      const price = isOneOf(priceNames, token.text)
      const lower = indicatorNamed(token.text)
      const bound = bounds[index]
      if (hasSource && (price || lower)) {
        count(place, token)
        source = price ?? parseIndicator(place, token, { name: lower ?? '', depth: depth + 1 })
        reader.expect(')')
        break
      }
      if (!bound || token.kind !== 'number') {
        failAt(token, 'expected', { expected: bound ? `${bound.min}–${bound.max}` : ')', found: token.text })
      }
      const isWithin = token.value >= bound.min && token.value <= bound.max
      if (!isWithin || (bound.isWhole && !Number.isInteger(token.value))) {
        failAt(token, 'bounds', { found: token.text, min: bound.min, max: bound.max })
      }
      params[index] = token.value
      if (reader.accept(')')) break
      reader.expect(',')
    }
  }
  const [fast = 0, slow = 0] = params
  if (isOrdered && fast >= slow) failAt(at, 'order', { fast, slow })
  return { kind: 'indicator', name, params, source }
}
