/** The part of the product that a page belongs to, the same in both languages: `docs`, `app-charts`, `home`. */
export function goalOf(path: string): string {
  const [first = 'home', second] = path.split('/').filter((part) => part !== '' && part !== 'en')
  const isArea = first === 'app' || first === 'admin'
  return isArea && second ? `${first}-${second}` : first
}
