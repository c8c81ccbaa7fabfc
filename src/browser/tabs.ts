/**
 * What the style sheet cannot do for tabs: groups of one `data-sync` switch together and are remembered between
 * pages, and an address with a fragment opens the tab its target is in.
 */
export function enableTabs(): void {
  for (const group of groups()) restore(group)
  openTarget()
  addEventListener('hashchange', openTarget)
  document.addEventListener('change', (event) => {
    const input = event.target
    if (input instanceof HTMLInputElement && input.matches('.variant > input')) keep(input)
  })
}

function groups(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.variants[data-sync]')]
}

/** The name a group's choice is kept under: its index as text. */
function storageKey(group: HTMLElement): string {
  return `${group.matches('.code-group') ? 'code-group' : 'tabs'}-${group.dataset.sync}`
}

function inputsOf(group: HTMLElement): HTMLInputElement[] {
  return [...group.querySelectorAll<HTMLInputElement>(':scope > .variant > input')]
}

function restore(group: HTMLElement) {
  select(group, Number(remembered()?.getItem(storageKey(group)) ?? Number.NaN))
}

/** The browser's store; a reader may have forbidden it. */
function remembered(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function select(group: HTMLElement, index: number) {
  const input = inputsOf(group)[index]
  if (input) input.checked = true
}

function keep(input: HTMLInputElement) {
  const group = input.closest<HTMLElement>('.variants[data-sync]')
  if (!group || input.parentElement?.parentElement !== group) return
  const top = group.getBoundingClientRect().top
  const index = inputsOf(group).indexOf(input)
  remembered()?.setItem(storageKey(group), String(index))
  for (const other of groups()) if (storageKey(other) === storageKey(group)) select(other, index)
  // Groups above may have changed their height; the one being read stays where it is.
  scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' })
}

function openTarget() {
  const target = addressed()
  let isOpened = false
  for (let panel = target?.closest('.variant-panel'); panel; panel = panel.parentElement?.closest('.variant-panel')) {
    const input = panel.previousElementSibling?.querySelector('input')
    if (input && !input.checked) {
      input.checked = true
      isOpened = true
    }
  }
  if (isOpened) target?.scrollIntoView()
}

/** The element the address names. While the page loads `:target` does not know it yet. */
function addressed(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}
