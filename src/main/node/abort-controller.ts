// In place of a library from before Node had them, whose class the bundler gives a name that `node-fetch` does not know.
export const { AbortController, AbortSignal } = globalThis
