export type CarriedFiles = readonly (readonly [name: string, embedded: string])[]

/** What a binary has inside besides its code and what browsers load. */
export interface Carried {
  /** Of everything that is inside: another one when any byte of it is another */
  version: string
  /** Texts, by their path below the content folder */
  content: CarriedFiles
  /** What an ingest of these texts makes, by its path below the data folder */
  prepared: CarriedFiles
}
