/** Reads one kind of diagram and rewrites it in the syntax that the library accepts */
export interface DiagramReader {
  /** @returns whether the line was understood */
  read: (line: string) => boolean
  /** The rewritten lines; undefined if a block is not closed */
  finish: () => string[] | undefined
}
