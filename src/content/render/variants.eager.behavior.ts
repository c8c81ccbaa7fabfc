export const selector = '.variants'

/** Groups of one `data-choice-key` switch together and are remembered; `data-scroll-to` names what comes into sight. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  // A page that takes the place of another has not met the script that shows choices while a page is loaded.
  restore()
  const follow = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.matches('.variant > input')) followSwitch(target)
  }
  document.addEventListener('change', follow, { signal })
  // A page that comes back as it was left may have been overtaken by a choice on another one.
  const comeBack = (event: Event) => {
    if (event instanceof PageTransitionEvent && event.persisted) restore()
  }
  addEventListener('pageshow', comeBack, { signal })
}

function followSwitch(input: HTMLInputElement) {
  const group = input.closest<HTMLElement>('.variants')
  if (!group) return
  if (group.dataset.choiceKey) keep(group, inputsOf(group).indexOf(input))
  document.getElementById(group.dataset.scrollTo ?? '')?.scrollIntoView()
}

function keep(group: HTMLElement, index: number) {
  const { top } = group.getBoundingClientRect()
  remembered()?.setItem(keyOf(group), String(index))
  for (const other of groups()) if (keyOf(other) === keyOf(group)) select(other, index)
  // Groups above may have changed their height; the one being read stays where it is.
  scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' })
}

function restore() {
  for (const group of groups()) select(group, Number(remembered()?.getItem(keyOf(group)) ?? Number.NaN))
}

function groups(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-choice-key]')]
}

/** The name a group's choice is kept under: its index as text. */
function keyOf(group: HTMLElement): string {
  return group.dataset.choiceKey ?? ''
}

function inputsOf(group: HTMLElement): HTMLInputElement[] {
  return [...group.querySelectorAll<HTMLInputElement>(':scope > .variant > input')]
}

function select(group: HTMLElement, index: number) {
  const input = inputsOf(group)[index]
  if (input) input.checked = true
}

/** The browser's store; a reader may have forbidden it. */
function remembered(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
