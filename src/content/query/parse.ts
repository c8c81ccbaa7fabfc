import { type CollectionSchema, hashColumn } from '../protocol/schema.ts'
import { limits } from './limits.ts'
import {
  type Comparison,
  type Condition,
  compareOperators,
  type Group,
  type OrderItem,
  type Selection,
  type SelectQuery,
} from './select-query.ts'
import { createTokenReader, position, RefusedError, shorten, type Token, type TokenReader } from './tokens.ts'

export type ParseOutcome = { status: 'parsed'; query: SelectQuery } | { status: 'refused'; reason: string }

/** Parses SQL. It accepts exactly the output of the builder, with any white space; no other SQL can be represented. */
export function parseQuery(schema: CollectionSchema, sql: string): ParseOutcome {
  if (sql.length > limits.sqlLength) return refused(`The query has more than ${limits.sqlLength} characters`)
  const nul = sql.indexOf('\0')
  if (nul >= 0) return refused(`A query has no NUL characters, found one ${position(nul)}`)
  if (!sql.isWellFormed()) return refused('The query is not well-formed Unicode: it has half a surrogate pair')
  try {
    return { status: 'parsed', query: parse(schema, createTokenReader(sql)) }
  } catch (error) {
    if (error instanceof RefusedError) return refused(error.message)
    throw error
  }
}

function refused(reason: string): ParseOutcome {
  return { status: 'refused', reason }
}

function parse(schema: CollectionSchema, tokens: TokenReader): SelectQuery {
  tokens.expect('SELECT')
  const select = parseSelection(schema, tokens)
  tokens.expect('FROM')
  if (!tokens.take(schema.table)) tokens.refuse(`Expected ${schema.table}, the only table of this address`)
  const where = tokens.take('WHERE') ? createConditionParser(schema, tokens).parseWhere() : []
  tokens.expect('ORDER', 'BY')
  const order = parseOrder(schema, tokens)
  const limit = tokens.take('LIMIT') ? parseCount(tokens) : undefined
  const offset = limit !== undefined && tokens.take('OFFSET') ? parseCount(tokens) : undefined
  if (tokens.peek().kind !== 'end') tokens.refuse('Expected the end of the query')
  return { table: schema.table, select, where, order, limit, offset }
}

function parseSelection(schema: CollectionSchema, tokens: TokenReader): Selection {
  if (tokens.take('*')) return { kind: 'all' }
  if (tokens.take('COUNT')) return parseCounting(schema, tokens)
  const columns: string[] = []
  do {
    const token = tokens.expectKind('name', '*, COUNT or a column in double quotes')
    const column = knownColumn(schema, token)
    if (columns.includes(column)) {
      throw new RefusedError(`Column ${shorten(column)} is named twice, again ${position(token.start)}`)
    }
    columns.push(column)
  } while (tokens.take(','))
  return { kind: 'columns', columns }
}

function parseCounting(schema: CollectionSchema, tokens: TokenReader): Selection {
  tokens.expect('(')
  const isDistinct = tokens.take('DISTINCT')
  const isRows = !isDistinct && tokens.take('*')
  const column = isRows ? { column: '*', isQuoted: false } : parseColumn(schema, tokens)
  tokens.expect(')', 'as', 'count')
  return { kind: 'count', isDistinct, ...column }
}

function parseOrder(schema: CollectionSchema, tokens: TokenReader): SelectQuery['order'] {
  const order: SelectQuery['order'] = [parseOrderItem(schema, tokens)]
  while (tokens.take(',')) {
    if (order.length === limits.orderItems) tokens.refuse(`A query orders by at most ${limits.orderItems} columns`)
    order.push(parseOrderItem(schema, tokens))
  }
  return order
}

function parseOrderItem(schema: CollectionSchema, tokens: TokenReader): OrderItem {
  const column = parseColumn(schema, tokens)
  if (tokens.take('ASC')) return { ...column, direction: 'ASC' }
  if (tokens.take('DESC')) return { ...column, direction: 'DESC' }
  return tokens.refuse('Expected ASC or DESC')
}

/** Parses the name of a column, which is quoted or, in the default order and COUNT, unquoted. */
function parseColumn(schema: CollectionSchema, tokens: TokenReader): { column: string; isQuoted: boolean } {
  const isQuoted = tokens.peek().kind === 'name'
  return { column: knownColumn(schema, tokens.expectKind(isQuoted ? 'name' : 'word', 'a column')), isQuoted }
}

/** Max number of digits of a number; longer numbers lose precision. */
const maxDigits = 15

function parseCount(tokens: TokenReader): number {
  const { value, start } = tokens.expectKind('number', 'a number')
  if (value.length > maxDigits) throw new RefusedError(`The number ${shorten(value)} is too long, ${position(start)}`)
  return Number(value)
}

/** Creates the parser of a query's conditions. It counts the comparisons and list values of this one query. */
function createConditionParser(schema: CollectionSchema, tokens: TokenReader) {
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

/**
 * Whether a collection has a column, case-sensitive. SQLite reads an unknown name in double quotes as text, so names
 * are always checked first.
 */
export function hasColumn({ fields }: CollectionSchema, column: string): boolean {
  return column === hashColumn || fields.some(({ name }) => name === column)
}

function knownColumn(schema: CollectionSchema, { value, start }: Token): string {
  if (hasColumn(schema, value)) return value
  throw new RefusedError(`Collection ${schema.name} has no column ${shorten(value)}, named ${position(start)}`)
}
