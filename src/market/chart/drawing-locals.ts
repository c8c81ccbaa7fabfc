/** What a browser holds for a page over its reloads. */
export type Locals = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The browser's own storage; where it is refused or full, what it cannot hold lives as long as the page: drawing goes on.
 */
export function browserLocals(): Locals {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
    setItem: (key, value) => {
      held.set(key, value)
      const isKept = attempt(() => {
        localStorage.setItem(key, value)
        return true
      })
      if (isKept) held.delete(key)
    },
    removeItem: (key) => {
      held.delete(key)
      attempt(() => localStorage.removeItem(key))
    },
  }
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    // Storage is refused to pages in some windows, and ends somewhere in all of them.
    return undefined
  }
}
