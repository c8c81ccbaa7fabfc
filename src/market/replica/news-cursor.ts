/** Tracks the numbered news of one run of the feed's process: how far it was published, stored, and missed here. */
export interface NewsCursor {
  /** Number of the last news published */
  published(): number
  /** Starts a run of the feed's process: a new follower has missed all news published so far. */
  begin(published: number): void
  /** Records the number that the process reports as the last one published. */
  expect(published: number): void
  take(news: number): void
  /** Records that received news could not be applied, so it must also be read from the database. */
  refuse(): void
  /** Records that all news up to this number is in the database. */
  wrote(news: number): void
  /** Number up to which news must be read from the database, if any news was missed */
  missed(): number | undefined
  isReadable(): boolean
  /** Allows one read per miss before the database is known to be complete. @returns true the first time after a miss */
  mayTry(): boolean
  /** Records that the database was read up to this number. @returns whether no news is missing now */
  read(upTo: number | undefined): boolean
}

/** @param ask  requests a write from the feed's process; called when missed news is not in the database yet */
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
