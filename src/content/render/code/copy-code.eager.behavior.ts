export const selector = '.code-copy'

const feedbackMs = 2000

export function start(_: HTMLElement, signal: AbortSignal): void {
  const status = document.createElement('div')
  status.className = 'copy-status'
  status.role = 'status'
  document.body.append(status)
  signal.addEventListener('abort', () => status.remove())

  const copy = async (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.code-copy') : null
    const code = button?.closest('.code-block')?.querySelector('code')
    if (!button || !code) return
    const isCopied = await write(textOf(code))
    // If copying fails, the code is selected instead.
    if (!isCopied) getSelection()?.selectAllChildren(code)
    const { copied = '', failed = '' } = button.dataset
    status.textContent = isCopied ? copied : failed
    button.dataset.state = isCopied ? 'copied' : 'failed'
    setTimeout(() => {
      delete button.dataset.state
      status.textContent = ''
    }, feedbackMs)
  }
  document.addEventListener('click', copy, { signal })
}

/** Returns the code to copy, ready to run: without lines that a diff removes. */
function textOf(code: Element): string {
  const copy = document.createElement('div')
  copy.append(code.cloneNode(true))
  for (const removed of copy.querySelectorAll('.diff.remove')) removed.remove()
  return copy.textContent ?? ''
}

/** Writes text to the clipboard. Browsers deny this to pages without HTTPS and to readers who refused it. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
