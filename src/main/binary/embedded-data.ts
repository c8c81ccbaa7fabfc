export type EmbeddedFiles = readonly (readonly [name: string, embedded: string])[]

/** Files embedded in a binary besides its code and the browser assets */
export interface EmbeddedData {
  /** Hash of all embedded files; changes with any byte */
  version: string
  /** Texts, by path below the content folder */
  content: EmbeddedFiles
  /** Result of an ingest of these texts, by path below the data folder */
  prepared: EmbeddedFiles
}
