export const selector = '.bots-list'

/** How often figures are asked for again, ms: bots act once a minute, prices move what they hold. */
const refreshEveryMs = 15_000

/** The list stays up to date while somebody sees it and is not about to press something in it. */
export function start(): void {
  setInterval(() => {
    const list = document.querySelector(selector)
    const isUsed = list?.matches(':hover, :focus-within') || list?.querySelector('input:checked')
    if (list && !document.hidden && !isUsed) list.dispatchEvent(new Event('list-refresh'))
  }, refreshEveryMs)
}
