/** Loads a script of the page on demand. After a failure, it tries once more when the network is back. */
export async function loadAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return load()
  }
}
