export type DrawingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function browserStorage(): DrawingStorage {
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
    // localStorage may be refused in private windows or be full; drawings then last only as long as the page.
    return undefined
  }
}
