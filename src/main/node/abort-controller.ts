// Replaces a polyfill for Node versions without these classes: the bundler renames the polyfill's class, and
// `node-fetch` checks the class name.
export const { AbortController, AbortSignal } = globalThis
