export type { FeedName as FeedId } from '../../config/feeds.ts'
