const lostKey = 'kurs-session-lost'

/** For a page that has been shown as somebody's whose session is over. */
export function leaveLostSession(
  home: string,
  warning: string,
  go = (address: string) => location.assign(address),
): void {
  console.warn(warning)
  try {
    sessionStorage.setItem(lostKey, '1')
  } catch {
    // Storage is switched off: the front page then says nothing.
  }
  try {
    go(home)
  } catch (error) {
    console.error('redirecting after 401 failed', error)
  }
}

/** On the page that the reader was led to. */
export function tellOfLostSession({ dataset: { lost = '' } }: HTMLElement): void {
  try {
    if (sessionStorage.getItem(lostKey) === null) return
    sessionStorage.removeItem(lostKey)
  } catch {
    return
  }
  void import('./later-behaviors.ts').then(({ showToast }) => {
    // Whoever looks away for a moment would miss why they are here.
    showToast({ kind: 'warning', content: [lost], forMs: 60_000 })
  })
}
