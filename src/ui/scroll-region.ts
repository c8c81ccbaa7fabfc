/**
 * Returns the attributes of a scrollable element: a focusable, labeled group. It is not a region, because a page full
 * of code would be full of landmarks.
 */
export function scrollRegion(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 } as const
}
