const mark = 'lightbox'

export interface LightboxAddress {
  show(hash: string): void
  /** @param isByAddress  whether the viewer closes because the address has changed, which must then stay */
  leave(isByAddress: boolean): void
}

export interface LightboxAddressOptions {
  hash: string
  pageHash: string
  /** Whether the address named a picture of the gallery before the viewer opened */
  isAddressed: boolean
}

/** Opening the viewer by a click adds a history entry, so that Back closes it. */
export function enterAddress({ hash, pageHash, isAddressed }: LightboxAddressOptions): LightboxAddress {
  // Set before the entry is added, so that both the current entry and the new one have it.
  history.scrollRestoration = 'manual'
  if (isAddressed) history.replaceState(history.state, '', hash)
  else history.pushState({ [mark]: true }, '', hash)
  const isOwnEntry = () => !isAddressed && typeof history.state === 'object' && history.state?.[mark] === true
  const restoreScrolling = () => {
    history.scrollRestoration = 'auto'
  }
  return {
    show: (shown) => {
      if (location.hash !== shown) history.replaceState(history.state, '', shown)
    },
    leave: (isByAddress) => {
      if (!isByAddress && isOwnEntry()) {
        // Not on `popstate`: the value right after it decides whether the browser scrolls.
        addEventListener('hashchange', restoreScrolling, { once: true })
        history.back()
        return
      }
      restoreScrolling()
      if (!isByAddress) history.replaceState(null, '', pageHash || location.pathname + location.search)
    },
  }
}
