export function letCopy(button: HTMLButtonElement): void {
  const words = button.querySelector<HTMLElement>('[data-done]')
  if (!words) return
  button.addEventListener('click', async () => {
    const parts = [...document.querySelectorAll(button.dataset.copy ?? '')]
    const text = parts.map((part) => (part instanceof HTMLTextAreaElement ? part.value : part.textContent)).join('\n')
    try {
      await navigator.clipboard.writeText(text)
      words.textContent = words.dataset.done ?? ''
    } catch {
      words.textContent = words.dataset.failed ?? ''
    }
  })
  button.hidden = false
}
