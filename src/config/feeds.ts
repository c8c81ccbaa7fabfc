import { z } from 'zod'

/** Names that `FEED` may have. `src/market/feed` has a manifest for each. */
export const feedNames = ['demo', 'replay', 'binance', 'bybit', 'okx', 'moex'] as const
export type FeedName = (typeof feedNames)[number]

/** Feeds that need more than a name, with the form of their value */
const forms: Partial<Record<FeedName, string>> = { replay: 'replay:FILE' }

const expected = feedNames.map((name) => forms[name] ?? name).join(', ')

/** Value of `FEED`: a name, or `replay:FILE` with an optional speed */
export const feedValue = z.string().superRefine((value, { addIssue }) => {
  const [, name = '', rest] = /^([^:]*)(?::(.*))?$/s.exec(value) ?? []
  const known = feedNames.find((candidate) => candidate === name)
  if (!known) addIssue(`there is no feed ${name}: expected one of ${expected}`)
  else if ((forms[known] === undefined) !== (rest === undefined) || rest === '') {
    addIssue(`expected ${forms[known] ?? known}`)
  }
})

/** Returns the kind of feed that a valid `FEED` names. */
export function feedNameOf(value: string): FeedName {
  const name = value.split(':')[0]
  return feedNames.find((candidate) => candidate === name) ?? 'demo'
}
