/** Tracks the numbered news of one run of the feed's process: how far it was published, stored, and missed here. */
export interface NewsCursor {
  /** Number of the last news published */
  published(): number
  /** Starts a run: a new follower has missed all news published so far. */
  begin(published: number): void
  /** The process reports this number as the last one published. */
  expect(published: number): void
  take(news: number): void
  /** Received news could not be applied, so it must also be read from the database. */
  refuse(): void
  /** Everything up to this number is in the database. */
  wrote(news: number): void
  /** The number up to which news must be read from the database, if any */
  missed(): number | undefined
  isReadable(): boolean
  /** @returns true once per miss: the follower may read the database before it is known to be complete. */
  mayTry(): boolean
  /** The database was read up to this number. @returns whether nothing is missing now */
  read(upTo: number | undefined): boolean
}

/** @param ask  called when missed news is not in the database yet */
export function createNewsCursor(ask: () => void): NewsCursor {
  let [published, stored] = [0, 0]
  let missed: number | undefined
  let hasTried = false
  const miss = (upTo: number) => {
    published = upTo
    missed = upTo
    hasTried = false
    if (stored < upTo) ask()
  }
  return {
    published: () => published,
    begin: miss,
    expect: (upTo) => {
      if (upTo > published) miss(upTo)
    },
    take: (news) => {
      if (news > published + 1) miss(news - 1)
      published = Math.max(published, news)
    },
    refuse: () => {
      missed = published
    },
    wrote: (news) => {
      stored = news
    },
    missed: () => missed,
    isReadable: () => missed !== undefined && stored >= missed,
    mayTry: () => {
      const isFirst = !hasTried
      hasTried = true
      return isFirst
    },
    read: (upTo) => {
      const isAll = upTo !== undefined && missed === upTo && stored >= upTo
      if (isAll) missed = undefined
      return isAll
    },
  }
}
