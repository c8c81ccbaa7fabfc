export type FeedId = 'demo' | 'binance' | 'replay'
