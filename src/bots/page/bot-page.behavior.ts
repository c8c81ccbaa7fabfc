export const selector = '#bot-region[data-runs]'

/** Minutes settle once a minute; a third of one is late enough, ms. */
const refreshEveryMs = 20_000
/** The same while the bot has been told something that has not taken effect */
const impatientMs = 3000

/** Asks for what changes of a running bot while somebody can see it, and has nothing open in it. */
export function start(): void {
  const region = document.querySelector<HTMLElement>('#bot-region')
  const isWaiting = region?.dataset.isWaiting !== undefined
  setTimeout(
    () => {
      const now = document.querySelector<HTMLElement>('#bot-region[data-runs]')
      if (now && !document.hidden && !now.querySelector('details[open]')) now.dispatchEvent(new Event('bot-refresh'))
      start()
    },
    isWaiting ? impatientMs : refreshEveryMs,
  )
}
