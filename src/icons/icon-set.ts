/** A drawing in Iconify's format; its width and height are 16 by default. */
export interface SetIcon {
  body: string
  left?: number
  top?: number
  width?: number
  height?: number
  /** Clockwise rotation in quarter turns */
  rotate?: number
  hFlip?: boolean
  vFlip?: boolean
}

/** Another name of an icon: its box replaces that of the parent icon, its rotation and flips are added. */
export type SetAlias = Omit<SetIcon, 'body'> & { parent: string }

/** Applies an alias to its parent icon in the same way as Iconify's clients. */
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

export const iconName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxName = 64

/** Icon shown in place of one that is unavailable. */
export const neutralGlyph: SetIcon = {
  body: '<rect width="16" height="16" x="4" y="4" fill="none" stroke="currentColor" stroke-dasharray="3 2.6" stroke-width="2" rx="4"/>',
  width: 24,
  height: 24,
}
