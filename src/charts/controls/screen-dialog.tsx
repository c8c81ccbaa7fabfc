import { useEffect, useState } from 'react'
import type { ChartScreenProps } from '../chart-props.ts'
import { AssetFinder } from './asset-finder.tsx'
import type { HelpProps } from './help.tsx'
import type { useSingleKeys } from './use-keys.ts'

export type Dialog = { name: 'find'; letter: string } | { name: 'help' }

interface ScreenDialogProps {
  dialog: Dialog
  screen: ChartScreenProps
  singleKeys: ReturnType<typeof useSingleKeys>
  onClose(): void
  onChoose(asset: string): void
}

export function ScreenDialog({ dialog, screen, singleKeys, onClose, onChoose }: ScreenDialogProps) {
  const { assets, words } = screen
  const [hasSingleKeys, setSingleKeys] = singleKeys
  if (dialog.name === 'help') {
    return <LaterHelp words={words} hasSingleKeys={hasSingleKeys} onSingleKeys={setSingleKeys} onClose={onClose} />
  }
  const choose = (asset: string) => {
    onClose()
    onChoose(asset)
  }
  return <AssetFinder assets={assets} initial={dialog.letter} words={words} onClose={onClose} onChoose={choose} />
}

/** Help, whose code is loaded when it is opened. */
function LaterHelp(props: HelpProps) {
  const [Help, setHelp] = useState<typeof import('./help.tsx').Help>()
  useEffect(() => {
    import('./help.tsx').then((code) => setHelp(() => code.Help), reportError)
  }, [])
  return Help && <Help {...props} />
}
