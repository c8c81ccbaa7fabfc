/**
 * Attributes of a box that scrolls sideways: whoever has no pointer must be able to focus it and know what it is.
 * A group, not a region: a page full of code would be a page full of landmarks.
 */
export function scrollRegion(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 } as const
}
