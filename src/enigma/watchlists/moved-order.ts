/** Returns the assets with one moved by one place; unchanged at the ends and for an unknown asset. */
export function movedOrder(assets: readonly string[], asset: string, by: 'up' | 'down'): string[] {
  const from = assets.indexOf(asset)
  const to = by === 'up' ? from - 1 : from + 1
  if (from < 0 || to < 0 || to >= assets.length) return [...assets]
  return assets.with(from, assets[to] ?? asset).with(to, asset)
}
