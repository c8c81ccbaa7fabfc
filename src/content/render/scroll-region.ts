/** Focusable and named. A group, not a region: a page full of code would be a page full of landmarks. */
export function scrollRegion(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 } as const
}
