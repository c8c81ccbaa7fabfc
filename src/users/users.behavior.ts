import { tellSelection } from './list/selection.browser.ts'
import { withdrawUndo } from './user/undo.browser.ts'

export const selector = '#users-list, [data-undo]'

/** What pages about users do besides sending forms. */
export function start(): void {
  if (document.querySelector('#users-list')) tellSelection()
  const undo = document.querySelector<HTMLElement>('[data-undo]')
  if (undo) withdrawUndo(undo)
}
