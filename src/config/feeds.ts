import { z } from 'zod'

/** Names that `FEED` may have. `src/market/feed` has a manifest for each. */
export const feedNames = ['demo', 'replay', 'binance', 'bybit', 'okx', 'moex'] as const
export type FeedName = (typeof feedNames)[number]

/** Feeds that need more than a name, with the form of their value */
const forms: Partial<Record<FeedName, string>> = { replay: 'replay:FILE' }

const expected = feedNames.map((name) => forms[name] ?? name).join(', ')

/** Feeds that may be followed together: `binance,bybit`. Their prices are live, and they have the same pairs. */
export const joinableFeeds: readonly FeedName[] = ['binance', 'bybit', 'okx']

/** Value of `FEED`: a name, several exchanges with commas between, or `replay:FILE` with an optional speed */
export const feedValue = z.string().superRefine((value, { addIssue }) => {
  const [, name = '', rest] = /^([^:]*)(?::(.*))?$/s.exec(value) ?? []
  if (name.includes(',')) {
    const names = value.split(',')
    const isValid = names.every(
      (each, at) => joinableFeeds.some((known) => known === each) && names.indexOf(each) === at,
    )
    if (!isValid) addIssue(`expected different exchanges, each one of ${joinableFeeds.join(', ')}`)
    return
  }
  const known = feedNames.find((candidate) => candidate === name)
  if (!known) addIssue(`there is no feed ${name}: expected one of ${expected}`)
  else if ((forms[known] === undefined) !== (rest === undefined) || rest === '') {
    addIssue(`expected ${forms[known] ?? known}`)
  }
})

/** Returns the kinds of feed that a valid `FEED` names: several if it names exchanges to follow together. */
export function feedNamesOf(value: string): [FeedName, ...FeedName[]] {
  const names = value.startsWith('replay:') ? ['replay'] : value.split(',')
  const [first = 'demo', ...others] = names.flatMap((name) => feedNames.find((candidate) => candidate === name) ?? [])
  return [first, ...others]
}
