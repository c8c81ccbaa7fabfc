import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { Feed, FeedListener, FeedState } from '../feed.ts'
import { venueAsset, venueInstruments } from './venue-instruments.ts'

/** One exchange of several, with the names that its assets have in the market */
interface Venue {
  feed: Feed
  nameOf(asset: string): string
  instruments(): readonly Instrument[]
}

/** Members that no joined exchange has: all run in real time, never close, are asked and have the usual history */
type LeftOut = 'recipe' | 'delayMs' | 'settledAfterMs' | 'closedUntil' | 'listings' | 'resume'
/** Makes the compiler demand each other member here, also one that is new; the first exchange decides on `staleAfterMs`. */
type Joined = Required<Omit<Feed, LeftOut | 'staleAfterMs'>>

/**
 * Follows several exchanges as one source: assets of the first keep their symbols, those of the others are
 * `bybit:BTCUSDT`. All feeds run in real time, and markets never close.
 * @param feeds  two or more
 */
export function joinFeeds([first, ...others]: readonly [Feed, ...Feed[]]): Feed {
  const venues: Venue[] = [
    { feed: first, nameOf: (asset) => asset, instruments: () => first.instruments },
    ...others.map((feed) => ({
      feed,
      nameOf: (asset: string) => venueAsset(feed.id, asset),
      instruments: () => venueInstruments(feed.id, feed.instruments),
    })),
  ]
  const named = ({ nameOf }: Venue, news: readonly ListingNews[]) =>
    news.map((listing) => ({ ...listing, asset: nameOf(listing.asset) }))
  return {
    id: first.id,
    source: [first, ...others].map(({ source }) => source).join(),
    get instruments() {
      return venues.flatMap(({ instruments }) => instruments())
    },
    ...(first.staleAfterMs !== undefined && { staleAfterMs: first.staleAfterMs }),
    now: first.now,
    ask: async () => {
      const answers = await Promise.all(venues.map(async (venue) => named(venue, (await venue.feed.ask?.()) ?? [])))
      const news = answers.flat()
      return news.length > 0 ? news : undefined
    },
    adopt: (listings) => {
      for (const { feed, nameOf } of venues) feed.adopt?.((asset) => listings(nameOf(asset)))
    },
    start: (listener) => {
      const states = new Map<Venue, FeedState>()
      const stops = venues.map((venue) =>
        venue.feed.start({
          onUpdate: (update) => listener.onUpdate({ ...update, asset: venue.nameOf(update.asset) }),
          onState: (state) => {
            states.set(venue, state)
            if (state.name !== 'live') listener.onLost?.(venue.instruments().map(({ asset }) => asset))
            listener.onState(stateOf([...states.values()]))
          },
          onTrades: (trades) =>
            listener.onTrades?.(trades.map((trade) => ({ ...trade, asset: venue.nameOf(trade.asset) }))),
          onListings: (news) => listener.onListings?.(named(venue, news)),
          onQuiet: (asset) => listener.onQuiet?.(venue.nameOf(asset)),
          onLost: (assets) => listener.onLost?.(assets.map(venue.nameOf)),
        } satisfies Required<FeedListener>),
      )
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
    history: (asset, from, to, signal) => {
      for (const { feed, nameOf } of venues) {
        const own = feed.instruments.find((instrument) => nameOf(instrument.asset) === asset)
        if (own) return feed.history(own.asset, from, to, signal)
      }
      return first.history(asset, from, to, signal)
    },
  } satisfies Joined
}

/** Live if any exchange is: the assets of another are reported as lost. Otherwise the state that ends first. */
function stateOf(states: readonly FeedState[]): FeedState {
  const rank = (state: FeedState) => (state.name === 'live' ? 0 : state.name === 'connecting' ? 1 : 2)
  const untilOf = (state: FeedState) => (state.name === 'waiting' ? state.until : 0)
  const [best] = states.toSorted((one, other) => rank(one) - rank(other) || untilOf(one) - untilOf(other))
  return best ?? { name: 'connecting' }
}
