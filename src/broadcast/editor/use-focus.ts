import { type RefObject, useEffect, useRef } from 'react'
import type { MessageContent } from '../../telegram/message/content.ts'
import { focusAfter } from './focus-after.ts'

type Parts = Pick<MessageContent, 'buttons' | 'media'>

/** Restores the focus after changes. @returns a function to call with each change, before the change is rendered */
export function useFocus(root: RefObject<HTMLElement | null>) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const found = root.current?.querySelector<HTMLElement>(wanted.current)
    // A button at the edge cannot move further, so its control is disabled and another one is focused.
    if (found?.matches(':disabled')) found.parentElement?.querySelector<HTMLElement>(':enabled')?.focus()
    else found?.focus()
    wanted.current = undefined
  })
  return (before: Parts, after: Parts, said: string) => {
    const focused = document.activeElement
    const isControl = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement
    wanted.current = focusAfter(before, after, said, isControl ? focused.name : '')
  }
}
