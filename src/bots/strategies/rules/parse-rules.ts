import { countMarks, type Marks, markNames, withoutMarks } from './marks.ts'
import { type Budget, type ExpressionPlace, failAt, parseCondition, parseValue, readWhole } from './parse-expression.ts'
import { closestWord, type RuleError, RuleFailure } from './rule-error.ts'
import { type Amount, type Distance, type Rules, ruleBounds } from './rule-tree.ts'
import { indicatorsIn, signalsOf } from './signals.ts'
import { createTokenReader, type Token, type TokenReader, tokenLines } from './tokens.ts'

export type ParsedRules = { status: 'ready'; rules: Rules } | { status: 'invalid'; error: RuleError }

export const statementNames = ['enter', 'exit', 'add', 'stop', 'trailing stop', 'target', 'size'] as const

/**
 * Parses a text of rules; see `rule-tree.ts` for the grammar. Returns the first fault with its place.
 * @param marks  values that replace the numbers in braces
 */
export function parseRules(text: string, marks: Marks = {}): ParsedRules {
  try {
    return { status: 'ready', rules: rulesOf(text, marks) }
  } catch (error) {
    if (error instanceof RuleFailure) return { status: 'invalid', error: error.error }
    throw error
  }
}

const start: Token = { kind: 'end', text: '', value: 0, line: 1, column: 1 }

function rulesOf(text: string, marks: Marks): Rules {
  if (text.length > ruleBounds.length) failAt(start, 'tooLong', { most: ruleBounds.length })
  if (countMarks(text) > markNames.length) failAt(start, 'tooManyMarks', { most: markNames.length })
  const budget: Budget = { nodes: 0 }
  const rules: Partial<Rules> = {}
  let last = start
  for (const tokens of tokenLines(withoutMarks(text, marks))) {
    const [first] = tokens
    if (!first || first.kind === 'end') continue
    last = first
    readStatement(rules, createTokenReader(tokens), budget)
    checkBounds(rules, first)
  }
  const { enter } = rules
  if (!enter) return failAt(last, last === start ? 'empty' : 'noEnter')
  return { ...rules, enter }
}

function readStatement(rules: Partial<Rules>, reader: TokenReader, budget: Budget): void {
  const first = reader.next()
  const isTrailing = first.text === 'trailing'
  if (isTrailing) reader.expect('stop')
  const name = isTrailing ? 'stop' : first.text
  const once = (key: keyof Rules) => {
    if (rules[key] !== undefined) failAt(first, 'twice', { found: name })
  }
  const place = (isHolding: boolean): ExpressionPlace => ({ reader, budget, isHolding })
  switch (name) {
    case 'enter':
    case 'exit':
      once(name)
      reader.expect('when')
      rules[name] = parseCondition(place(name === 'exit'))
      break
    case 'add': {
      once('add')
      const amount = readAmount(reader)
      reader.expect('when')
      const when = parseCondition(place(true))
      reader.expect('at', 'most')
      rules.add = { amount, when, most: readWhole(reader, 1, ruleBounds.adds) }
      break
    }
    case 'stop':
      once('stop')
      rules.stop = { ...readDistance(place(false)), isTrailing }
      break
    case 'target':
      once('target')
      rules.target = readDistance(place(false))
      break
    case 'size':
      once('size')
      rules.size = readAmount(reader)
      break
    default:
      failAt(first, 'statement', { found: first.text }, closestWord(first.text, statementNames))
  }
  const rest = reader.peek()
  if (rest.kind !== 'end') {
    failAt(rest, 'lineOver', { found: rest.text }, closestWord(rest.text, ['and', 'or', 'crosses', 'when']))
  }
}

function readDistance(place: ExpressionPlace): Distance {
  const { type, tree } = parseValue(place)
  return { by: type === 'percent' ? 'percent' : 'price', value: tree }
}

function readAmount(reader: TokenReader): Amount {
  const token = reader.next()
  if (token.kind !== 'number' && token.kind !== 'percent') {
    return failAt(token, 'expected', { expected: '50%, 200', found: token.text })
  }
  const [min, max] = token.kind === 'percent' ? [0.01, 100] : [0.01, 10_000_000]
  if (!(token.value >= min && token.value <= max)) failAt(token, 'bounds', { found: token.text, min, max })
  return { kind: token.kind, value: token.value }
}

/** Checks after each statement, so that the fault has the place of the statement that exceeds a bound. */
function checkBounds(rules: Partial<Rules>, at: Token): void {
  const { signals, earliest } = signalsOf(rules)
  if (earliest > ruleBounds.earlier + 1) failAt(at, 'tooFarBack', { most: ruleBounds.earlier })
  if (signals.length > ruleBounds.signals) failAt(at, 'tooManySignals', { most: ruleBounds.signals })
  const indicators = new Set(signals.flatMap(({ series }) => indicatorsIn(series)))
  if (indicators.size > ruleBounds.indicators) failAt(at, 'tooManyIndicators', { most: ruleBounds.indicators })
}
