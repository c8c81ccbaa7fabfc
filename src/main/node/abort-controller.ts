// Replaces a polyfill from before Node had these classes: the bundler renames its class, and `node-fetch` checks the
// name.
export const { AbortController, AbortSignal } = globalThis
