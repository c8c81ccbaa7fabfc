export interface Listeners<Value> {
  add(listener: (value: Value) => void): () => void
  emit(value: Value): void
  clear(): void
}

export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    clear: () => listeners.clear(),
  }
}
