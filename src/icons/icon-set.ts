/** A drawing as Iconify has it: the size of its box is 16 unless given. */
export interface SetIcon {
  body: string
  left?: number
  top?: number
  width?: number
  height?: number
}

/** Names of sets and of icons */
export const iconName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const longestName = 64

/** Stands for what should be there and is not. */
export const neutralGlyph: SetIcon = {
  body: '<rect width="16" height="16" x="4" y="4" fill="none" stroke="currentColor" stroke-dasharray="3 2.6" stroke-width="2" rx="4"/>',
  width: 24,
  height: 24,
}
