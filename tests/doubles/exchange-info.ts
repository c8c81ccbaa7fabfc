import { type Instrument, stepOf } from '../../src/market/instrument.ts'
import type { ExchangeError } from './exchange-rest.ts'

/** Rate-limit weight of the request, whatever its parameters */
export const exchangeInfoWeight = 20

export interface SymbolRules {
  instrument: Instrument
  status: 'TRADING' | 'HALT' | 'BREAK'
}

/**
 * Answers `/api/v3/exchangeInfo` for all symbols, one `symbol`, or `symbols`, a JSON list. If one symbol is unknown,
 * the whole answer is an error. @param find  returns the rules of a symbol; undefined for a symbol that is not listed
 * (anymore)
 */
export function exchangeInfo(
  query: URLSearchParams,
  all: readonly string[],
  find: (symbol: string) => SymbolRules | undefined,
  now: number,
): { error: ExchangeError } | { body: object } {
  if (query.has('symbol') && query.has('symbols')) {
    return { error: { code: -1128, msg: 'Combination of optional parameters invalid.' } }
  }
  const wanted = query.get('symbols') ?? query.get('symbol')
  const names = wanted === null ? all.filter(find) : query.has('symbol') ? [wanted] : namesIn(wanted)
  if (!names) {
    const msg = `Illegal characters found in parameter 'symbols'; legal range is '^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$'.`
    return { error: { code: -1100, msg } }
  }
  const rules = names.map(find)
  const known = rules.filter((one) => one !== undefined)
  if (known.length < rules.length) return { error: { code: -1121, msg: 'Invalid symbol.' } }
  return {
    body: {
      timezone: 'UTC',
      serverTime: now,
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
      exchangeFilters: [],
      symbols: known.map(symbolOf),
    },
  }
}

function namesIn(list: string): string[] | undefined {
  if (!/^\["[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}")*\]$/.test(list)) return undefined
  return JSON.parse(list)
}

function symbolOf({ instrument, status }: SymbolRules): object {
  const { asset, base, quote, priceDigits, volumeDigits } = instrument
  const eight = (step: string) => Number(step).toFixed(8)
  const [tickSize, stepSize] = [eight(stepOf(priceDigits)), eight(stepOf(volumeDigits))]
  return {
    symbol: asset,
    status,
    baseAsset: base,
    baseAssetPrecision: 8,
    quoteAsset: quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: '1000000.00000000', tickSize },
      { filterType: 'LOT_SIZE', minQty: stepSize, maxQty: '9000.00000000', stepSize },
      { filterType: 'ICEBERG_PARTS', limit: 10 },
      { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: '100.00000000', stepSize: '0.00000000' },
      {
        filterType: 'NOTIONAL',
        minNotional: '5.00000000',
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: [['SPOT', 'MARGIN']],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  }
}
