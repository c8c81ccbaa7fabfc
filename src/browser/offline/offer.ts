let shown: AbortController | undefined

/** Where nothing has been kept, what keeps comes with the first look at the search. */
export function offerOffline(): void {
  shown?.abort()
  shown = new AbortController()
  const { signal } = shown
  const box = document.querySelector('[data-offline]')
  const dialog = box?.closest('dialog')
  const show = async () => {
    // Without network it is not offered.
    const control = await import('./control.ts').catch(() => undefined)
    if (!signal.aborted) control?.showOffline(signal)
  }
  if (dialog && !isAskedFor()) dialog.addEventListener('focusin', show, { once: true, signal })
  else if (box) void show()
}

export async function searchOffline(query: string): Promise<string | undefined> {
  if (!isAskedFor()) return undefined
  const control = await import('./control.ts')
  return control.searchOffline(query)
}

/** Whether anything of `state.ts` is stored */
function isAskedFor(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('kurs-offline-'))
  } catch {
    return false
  }
}
