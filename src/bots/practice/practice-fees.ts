import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import type { NamedFees } from '../paper/venue-fees.ts'

/** Loads the fees of the user's paper account in an asset. @throws Error when the request fails or the response contains no fees */
export async function fetchFees(asset: string, locale: Locale): Promise<NamedFees> {
  const response = await fetch(localised(locale, href(paths.paperFees, { asset })))
  const fees: Partial<NamedFees> = response.ok ? await response.json() : {}
  const { makerFee, takerFee, text } = fees
  if (makerFee === undefined || takerFee === undefined || text === undefined) {
    throw new Error(`Fees of ${asset}: the server responded with ${response.status}`)
  }
  return { makerFee, takerFee, text }
}
