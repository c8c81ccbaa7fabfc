export const selector = 'a.copy-page'

const feedbackMs = 2000

/**
 * Turns the link to a page's Markdown into a copy button. If copying fails, a message is shown and the link is
 * restored.
 */
export function start(link: HTMLAnchorElement, signal: AbortSignal): void {
  const status = document.createElement('div')
  status.className = 'visually-hidden'
  status.role = 'status'
  document.body.append(status)
  signal.addEventListener('abort', () => status.remove())
  link.role = 'button'

  link.addEventListener('click', async (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (opensElsewhere || link.role !== 'button') return
    event.preventDefault()
    const isCopied = await copyFrom(link.href)
    const { copied = '', failedHint = '' } = link.dataset
    status.textContent = isCopied ? copied : failedHint
    link.dataset.state = isCopied ? 'copied' : 'failed'
    if (isCopied) {
      setTimeout(() => {
        delete link.dataset.state
        status.textContent = ''
      }, feedbackMs)
    } else {
      link.role = null
      link.title = failedHint
    }
  })
  // A link with the role of a button must also react to the space bar, which otherwise scrolls the page.
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || link.role !== 'button') return
    event.preventDefault()
    link.click()
  })
}

/**
 * Copies the text at an address. The clipboard is called before the fetch ends, because some browsers refuse it later;
 * all refuse it without HTTPS or permission.
 */
async function copyFrom(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': fetchText(address) })])
    return true
  } catch {
    return false
  }
}

async function fetchText(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new Blob([await response.text()], { type: 'text/plain' })
}
