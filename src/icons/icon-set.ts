/** A drawing as Iconify has it: the size of its box is 16 unless given. */
export interface SetIcon {
  body: string
  left?: number
  top?: number
  width?: number
  height?: number
  /** Quarter turns, clockwise */
  rotate?: number
  hFlip?: boolean
  vFlip?: boolean
}

/** Another name of a drawing: what it says of its box counts instead, its turns and flips come on top. */
export type SetAlias = Omit<SetIcon, 'body'> & { parent: string }

/** As Iconify's clients put an alias onto its parent. */
export function withAlias(icon: SetIcon, { parent: _, rotate = 0, hFlip, vFlip, ...box }: SetAlias): SetIcon {
  const turns = ((icon.rotate ?? 0) + rotate) % 4
  const flips = { hFlip: Boolean(icon.hFlip) !== Boolean(hFlip), vFlip: Boolean(icon.vFlip) !== Boolean(vFlip) }
  const { rotate: _turns, hFlip: _h, vFlip: _v, ...drawing } = icon
  return {
    ...drawing,
    ...box,
    ...(turns > 0 && { rotate: turns }),
    ...(flips.hFlip && { hFlip: true }),
    ...(flips.vFlip && { vFlip: true }),
  }
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
