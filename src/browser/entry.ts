import { behaviors } from 'kurs:behaviors'
import { nameAppleKeys } from './apple-keys.ts'
import { chooseColorMode } from './color-mode.ts'
import { closeMenu } from './header.ts'
import { loadHtmxWhenWanted } from './htmx-when-wanted.ts'
import { enableIslands } from './island-element.ts'
import { keepPlaceInOtherLanguage } from './language-switch.ts'
import { enableLightbox } from './lightbox/lightbox.ts'
import { offerOffline } from './offline/control.ts'
import { revealTargets } from './reveal-target.ts'
import { enableSearch } from './search-palette.ts'
import { sendOnce } from './send-once.ts'
import { fillUserSlot } from './user-slot.ts'

loadHtmxWhenWanted()
chooseColorMode()
keepPlaceInOtherLanguage()
closeMenu()
enableSearch()
offerOffline()
enableLightbox()
nameAppleKeys()
fillUserSlot()
sendOnce()

for (const { selector, start } of behaviors) {
  const root = document.querySelector<HTMLElement>(selector)
  if (root) void start(root)
}
revealTargets()
enableIslands()

if ('dev' in document.documentElement.dataset) {
  import('./dev-reload.ts').then(({ reloadOnChange }) => reloadOnChange())
}
