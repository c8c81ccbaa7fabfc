import { z } from 'zod'
import type { ListingNews } from '../../listing/listing.ts'
import { knownRules, ruleOf } from '../exchange/wire.ts'

const exchangeInfo = z.object({
  symbols: z
    .array(
      z.object({
        symbol: z.string().max(40),
        status: z.string().max(40),
        filters: z.array(z.looseObject({ filterType: z.string() })).max(100),
      }),
    )
    .max(100),
})
type SymbolInfo = z.infer<typeof exchangeInfo>['symbols'][number]

/** https://developers.binance.com/docs/binance-spot-api-docs/filters; a step of 0 means that no rule applies. */
export function readListings(body: unknown): ListingNews[] | undefined {
  const info = exchangeInfo.safeParse(body)
  return info.data?.symbols.map((symbol) => {
    const { symbol: asset, status } = symbol
    const rules = {
      priceStep: filterOf(symbol, 'PRICE_FILTER', 'tickSize'),
      quantityStep: filterOf(symbol, 'LOT_SIZE', 'stepSize'),
      minNotional: filterOf(symbol, 'NOTIONAL', 'minNotional') ?? filterOf(symbol, 'MIN_NOTIONAL', 'minNotional'),
    }
    return { asset, status: status === 'TRADING' ? 'trading' : 'halted', ...knownRules(rules) }
  })
}

function filterOf({ filters }: SymbolInfo, type: string, name: string): string | undefined {
  return ruleOf(filters.find(({ filterType }) => filterType === type)?.[name])
}
