const lostKey = 'kurs-session-lost'

/** Leaves a page that was rendered for a user whose session is over. */
export function leaveLostSession(
  home: string,
  warning: string,
  go = (address: string) => location.assign(address),
): void {
  console.warn(warning)
  try {
    sessionStorage.setItem(lostKey, '1')
  } catch {
    // Storage is unavailable: the front page shows no message.
  }
  try {
    go(home)
  } catch (error) {
    console.error('redirecting after 401 failed', error)
  }
}

/** Runs on the page to which the reader was sent. */
export function showLostSessionToast({ dataset: { lost = '' } }: HTMLElement): void {
  try {
    if (sessionStorage.getItem(lostKey) === null) return
    sessionStorage.removeItem(lostKey)
  } catch {
    return
  }
  void import('./later-behaviors.ts').then(({ showToast }) => {
    // Long enough to be seen by someone who looks away for a moment.
    showToast({ kind: 'warning', content: [lost], forMs: 60_000 })
  })
}
