import type { CollectionSchema } from '../protocol/schema.ts'
import type { OrderItem, Selection, SelectQuery } from './ast.ts'
import { knownColumn } from './columns.ts'
import { limits } from './limits.ts'
import { createConditionParser } from './parse-where.ts'
import { createTokenReader, position, RefusedError, shorten, type TokenReader } from './tokens.ts'

export type ParseOutcome = { status: 'parsed'; query: SelectQuery } | { status: 'refused'; reason: string }

/** Accepts exactly the output of the builder, with any white space. No other SQL can be represented. */
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

/** Quoted or, in the default order and COUNT, unquoted. */
function parseColumn(schema: CollectionSchema, tokens: TokenReader): { column: string; isQuoted: boolean } {
  const isQuoted = tokens.peek().kind === 'name'
  return { column: knownColumn(schema, tokens.expectKind(isQuoted ? 'name' : 'word', 'a column')), isQuoted }
}

/** Longer numbers lose precision. */
const maxDigits = 15

function parseCount(tokens: TokenReader): number {
  const { value, start } = tokens.expectKind('number', 'a number')
  if (value.length > maxDigits) throw new RefusedError(`The number ${shorten(value)} is too long, ${position(start)}`)
  return Number(value)
}
