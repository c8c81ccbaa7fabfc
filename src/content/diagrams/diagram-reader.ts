/** Reads one kind of diagram and rewrites it in the syntax that the library accepts */
export interface DiagramReader {
  /** Reads one line of the diagram. @returns whether the line was understood */
  read: (line: string) => boolean
  /** Returns the rewritten lines; undefined if a block is not closed */
  finish: () => string[] | undefined
}
