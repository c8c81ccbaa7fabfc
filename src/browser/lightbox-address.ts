/** Marks the history entries that the viewer itself has added. */
const mark = 'lightbox'

export interface LightboxAddress {
  /** The viewer now shows the picture of this address. */
  show(hash: string): void
  /**
   * The viewer closes: the address becomes what it was before.
   * @param isByAddress  it closes because the address has changed, which is then left alone
   */
  leave(isByAddress: boolean): void
}

export interface LightboxAddressOptions {
  /** Address of the first picture */
  hash: string
  /** What the page's address is without a picture */
  pageHash: string
  /** The address has named the picture, or another of its gallery, before the viewer opened */
  isAddressed: boolean
}

/**
 * Keeps the address of the page in step with the viewer. Opened by a click, the viewer adds an entry to the history, so
 * that Back closes it; closing it otherwise goes back too. While it is open the browser must not scroll the page.
 */
export function enterAddress({ hash, pageHash, isAddressed }: LightboxAddressOptions): LightboxAddress {
  // Set before the entry is added: both the entry to come back to and the new one take it over.
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
        // Not at `popstate`: what holds right after it decides whether the browser scrolls.
        addEventListener('hashchange', restoreScrolling, { once: true })
        history.back()
        return
      }
      restoreScrolling()
      if (!isByAddress) history.replaceState(null, '', pageHash || location.pathname + location.search)
    },
  }
}
