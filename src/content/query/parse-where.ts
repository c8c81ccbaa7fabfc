import type { CollectionSchema } from '../protocol/schema.ts'
import { type Comparison, type Condition, compareOperators, type Group } from './ast.ts'
import { knownColumn } from './columns.ts'
import { limits } from './limits.ts'
import { position, RefusedError, shorten, type TokenReader } from './tokens.ts'

/** Stateful: counts the comparisons and list values of one query. */
export function createConditionParser(schema: CollectionSchema, tokens: TokenReader) {
  let comparisons = 0
  let listValues = 0

  function parseWhere(): Group[] {
    const groups = [parseGroup(1)]
    while (tokens.take('AND')) groups.push(parseGroup(1))
    return groups
  }

  function parseGroup(depth: number): Group {
    if (depth > limits.groupDepth) tokens.refuse(`Groups may be at most ${limits.groupDepth} deep`)
    tokens.expect('(')
    const conditions: Group['conditions'] = [parseCondition(depth)]
    const join = tokens.isAt('OR') ? 'OR' : 'AND'
    while (tokens.take(join)) conditions.push(parseCondition(depth))
    if (tokens.isAt('AND') || tokens.isAt('OR')) tokens.refuse('AND and OR need parentheses between them')
    tokens.expect(')')
    return { kind: 'group', join, conditions }
  }

  function parseCondition(depth: number): Condition {
    return tokens.isAt('(') ? parseGroup(depth + 1) : parseComparison()
  }

  function parseComparison(): Comparison {
    if (++comparisons > limits.comparisons) tokens.refuse(`A query has at most ${limits.comparisons} conditions`)
    const column = knownColumn(schema, tokens.expectKind('name', 'a column in double quotes'))
    const operator = compareOperators.find((symbol) => tokens.take(symbol))
    if (operator) return { kind: 'compare', column, operator, value: parseText(tokens) }
    if (tokens.take('IS')) {
      const isNegated = tokens.take('NOT')
      tokens.expect('NULL')
      return { kind: 'null', column, operator: isNegated ? 'IS NOT NULL' : 'IS NULL' }
    }
    const isNegated = tokens.take('NOT')
    if (tokens.take('LIKE')) {
      return { kind: 'like', column, operator: isNegated ? 'NOT LIKE' : 'LIKE', value: parsePattern(tokens) }
    }
    if (tokens.take('IN')) return { kind: 'in', column, operator: isNegated ? 'NOT IN' : 'IN', values: parseList() }
    if (!tokens.take('BETWEEN')) return tokens.refuse('Expected an operator of the query builder')
    const from = parseText(tokens)
    tokens.expect('AND')
    return { kind: 'between', column, operator: isNegated ? 'NOT BETWEEN' : 'BETWEEN', from, to: parseText(tokens) }
  }

  function parseList(): string[] {
    tokens.expect('(')
    const values: string[] = []
    if (tokens.take(')')) return values
    do {
      if (++listValues > limits.listValues) tokens.refuse(`Lists have at most ${limits.listValues} values in all`)
      values.push(parseText(tokens))
    } while (tokens.take(','))
    tokens.expect(')')
    return values
  }

  return { parseWhere }
}

function parseText(tokens: TokenReader): string {
  return tokens.expectKind('text', 'a value in single quotes').value
}

function parsePattern(tokens: TokenReader): string {
  const { value, start } = tokens.expectKind('text', 'a pattern in single quotes')
  const refuse = (what: string) => {
    throw new RefusedError(`${what}: ${shorten(value)} ${position(start)}`)
  }
  if (value.length > limits.patternLength) refuse(`A pattern has at most ${limits.patternLength} characters`)
  const wildcards = value.split(/[%_]/).length - 1
  if (wildcards > limits.patternWildcards) refuse(`A pattern has at most ${limits.patternWildcards} wildcards`)
  return value
}
