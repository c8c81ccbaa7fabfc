/** How far the news of one life of the feed's process were told, are in the database, and were missed here. */
export interface NewsCursor {
  /** The number of the last ones told */
  told(): number
  /** Whoever has heard nothing yet has missed all that was told. */
  begin(told: number): void
  /** So many are said to have been told. */
  expect(told: number): void
  take(news: number): void
  /** Those that have come cannot be taken: they are to be read too. */
  refuse(): void
  /** Everything up to these is in the database. */
  wrote(news: number): void
  /** Up to which number news are to be read from the database, if any */
  missed(): number | undefined
  isReadable(): boolean
  /** @returns once: it may be looked whether the database has what was missed, before it was said to have it. */
  mayTry(): boolean
  /** The database was read up to there. @returns whether nothing is missed any more */
  read(upTo: number | undefined): boolean
}

/** @param ask  called when something was missed that is not written yet */
export function createNewsCursor(ask: () => void): NewsCursor {
  let [told, stored] = [0, 0]
  let missed: number | undefined
  let hasTried = false
  const miss = (upTo: number) => {
    told = upTo
    missed = upTo
    hasTried = false
    if (stored < upTo) ask()
  }
  return {
    told: () => told,
    begin: miss,
    expect: (upTo) => {
      if (upTo > told) miss(upTo)
    },
    take: (news) => {
      if (news > told + 1) miss(news - 1)
      told = Math.max(told, news)
    },
    refuse: () => {
      missed = told
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
