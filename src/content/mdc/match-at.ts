/** Matches a sticky pattern at an index. The pattern's own `lastIndex` is set before every use and never relied on. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
