/** Of one kind of diagram: what it has read, as the library likes it */
export interface DiagramReader {
  /** @returns whether the line is understood */
  read: (line: string) => boolean
  /** Nothing where what was begun has no end */
  written: () => string[] | undefined
}
