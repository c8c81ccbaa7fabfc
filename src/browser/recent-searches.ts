const storageKey = 'kurs-recent-searches'
const limit = 5

export function rememberSearch(query: string): void {
  if (!query || isCommandPalette()) return
  const queries = [query, ...recentSearches().filter((other) => other !== query)].slice(0, limit)
  try {
    localStorage.setItem(storageKey, JSON.stringify(queries))
  } catch {
    // localStorage is unavailable, so recent searches are not stored.
  }
}

/** Whether the search of this page is the command palette, which remembers chosen entries instead of queries */
function isCommandPalette(): boolean {
  return document.querySelector('input[data-recent-searches]') !== null
}

export function showRecentSearches(): void {
  if (isCommandPalette()) {
    // Without network the list cannot be loaded either, and the field says so.
    void import('./command-list.ts').then(
      ({ showCommands }) => showCommands(),
      () => {},
    )
    return
  }
  const box = document.querySelector<HTMLElement>('[data-recent-searches]')
  const list = box?.querySelector('ul')
  const example = document.querySelector('[data-search-for]')
  const queries = recentSearches()
  if (!box || !list || !example || queries.length === 0) return
  list.replaceChildren(...queries.map((query) => chipLike(example, query)))
  box.hidden = false
}

function chipLike(example: Element, query: string): HTMLElement {
  const item = document.createElement('li')
  const chip = example.cloneNode(true)
  if (chip instanceof HTMLAnchorElement) {
    chip.href = `${chip.pathname}?${new URLSearchParams({ q: query })}`
    chip.dataset.searchFor = query
    chip.lastChild?.replaceWith(query)
  }
  item.append(chip)
  return item
}

function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, limit) : []
  } catch {
    return []
  }
}
