import { useCallback, useEffect, useState } from 'react'
import type { ChartScreenProps } from '../chart-props.ts'
import { AssetFinder, type AssetFinderProps } from './asset-finder.tsx'
import type { HelpProps } from './help.tsx'
import type { useSingleKeys } from './use-keys.ts'

export type Dialog = { name: 'find'; letter: string } | { name: 'help' }

/**
 * The open dialog. A key may open the next one before the browser reports that the last one was closed, so each has a
 * key of its own and `close` closes only that one.
 */
export function useScreenDialog() {
  const [shown, setShown] = useState<{ dialog: Dialog; key: number }>()
  const open = useCallback((dialog: Dialog) => setShown((last) => ({ dialog, key: (last?.key ?? 0) + 1 })), [])
  const close = () => setShown((now) => (now?.key === shown?.key ? undefined : now))
  return { shown, open, close }
}

interface ScreenDialogProps {
  dialog: Dialog
  screen: ChartScreenProps
  singleKeys: ReturnType<typeof useSingleKeys>
  onClose(): void
  onChoose: AssetFinderProps['onChoose']
}

export function ScreenDialog({ dialog, screen, singleKeys, onClose, onChoose }: ScreenDialogProps) {
  const { assets, locale, words } = screen
  const [hasSingleKeys, setSingleKeys] = singleKeys
  if (dialog.name === 'help') {
    return <LaterHelp words={words} hasSingleKeys={hasSingleKeys} onSingleKeys={setSingleKeys} onClose={onClose} />
  }
  const choose: typeof onChoose = (chart) => {
    onClose()
    onChoose(chart)
  }
  return <AssetFinder {...{ assets, locale, words, onClose }} initial={dialog.letter} onChoose={choose} />
}

/** Help, whose code is loaded when it is opened. */
function LaterHelp(props: HelpProps) {
  const [Help, setHelp] = useState<typeof import('./help.tsx').Help>()
  useEffect(() => {
    import('./help.tsx').then((code) => setHelp(() => code.Help), reportError)
  }, [])
  return Help && <Help {...props} />
}
