import { type RefObject, useEffect, useRef } from 'react'

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
