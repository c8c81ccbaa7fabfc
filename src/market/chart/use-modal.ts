import { type RefObject, useEffect, useRef } from 'react'

/** A dialog that is open as long as it is there; a press beside it closes it, as Escape does. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const closeBeside = ({ target }: MouseEvent) => {
      if (target === element) element.close()
    }
    element.showModal()
    element.addEventListener('click', closeBeside)
    return () => element.removeEventListener('click', closeBeside)
  }, [])
  return dialog
}
