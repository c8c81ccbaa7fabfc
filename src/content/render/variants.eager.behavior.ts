import { isLabelsKey } from '../../ui/inline/choice-keys.ts'

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
  if (group.dataset.choiceKey) keep(group, choiceOf(group, input))
  document.getElementById(group.dataset.scrollTo ?? '')?.scrollIntoView()
}

/** What is kept of it: the label, where the same ones may stand in another order, else the index. */
function choiceOf(group: HTMLElement, input: HTMLInputElement): string {
  return isLabelsKey(keyOf(group)) ? input.value : String(inputsOf(group).indexOf(input))
}

function keep(group: HTMLElement, choice: string) {
  const { top } = group.getBoundingClientRect()
  const key = keyOf(group)
  remember(key, choice)
  for (const other of groups()) if (keyOf(other) === key) select(other, choice)
  // Groups above may have changed their height; the one being read stays where it is.
  scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' })
}

function remember(key: string, choice: string) {
  const storage = remembered()
  if (!storage) return
  makeRoom(storage, key)
  try {
    storage.setItem(key, choice)
  } catch {
    // It is full: the choice holds for this page.
  }
}

/** Of labels, which every page may bring others of */
const mostKept = 100

function makeRoom(storage: Storage, key: string) {
  const others = Object.keys(storage).filter((other) => isLabelsKey(other) && other !== key)
  for (const other of others.slice(mostKept - 1)) storage.removeItem(other)
}

function restore() {
  for (const group of groups()) select(group, remembered()?.getItem(keyOf(group)) ?? '')
}

function groups(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-choice-key]')]
}

function keyOf(group: HTMLElement): string {
  return group.dataset.choiceKey ?? ''
}

function inputsOf(group: HTMLElement): HTMLInputElement[] {
  return [...group.querySelectorAll<HTMLInputElement>(':scope > .variant > input')]
}

function select(group: HTMLElement, choice: string) {
  const inputs = inputsOf(group)
  const input = isLabelsKey(keyOf(group))
    ? inputs.find(({ value }) => value === choice)
    : inputs[Number.parseInt(choice, 10)]
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
