import 'htmx.org/dist/htmx.esm.min.js'
import { nameAppleKeys } from './apple-keys.ts'
import { keepFoldsInSight } from './code-folds.ts'
import { watchCodeTrees } from './code-trees.ts'
import { chooseColorMode } from './color-mode.ts'
import { enableCopying } from './copy-code.ts'
import { enablePageCopying } from './copy-page.ts'
import { closeMenu } from './header.ts'
import { enableIslands } from './island-element.ts'
import { keepPlaceInOtherLanguage } from './language-switch.ts'
import { enableLightbox } from './lightbox.ts'
import { offerOffline } from './offline/control.ts'
import { enableSearch } from './search-palette.ts'
import { sendOnce } from './send-once.ts'
import { keepSidebarScroll } from './sidebar.ts'
import { enableTabs } from './tabs.ts'
import { watchToc } from './toc-spy.ts'
import { fillUserSlot } from './user-slot.ts'

chooseColorMode()
keepPlaceInOtherLanguage()
closeMenu()
enableSearch()
offerOffline()
enableCopying()
enablePageCopying()
enableTabs()
enableLightbox()
keepFoldsInSight()
watchCodeTrees()
nameAppleKeys()
watchToc()
keepSidebarScroll()
fillUserSlot()
sendOnce()
enableIslands()

if (document.querySelector('[data-show-password], [data-recovery-codes], [data-accent-input]')) {
  import('./account-forms.ts').then(({ growAccountForms }) => growAccountForms())
}

if (document.querySelector('#users-list')) {
  import('./users-table.ts').then(({ growUsersTable }) => growUsersTable())
}

if (document.querySelector('#asset-list')) {
  import('./asset-list.ts').then(({ growAssetList }) => growAssetList())
}

if (document.querySelector('[data-alert-news]')) {
  import('./alert-news.ts').then(({ askForAlertNews }) => askForAlertNews())
}

const undo = document.querySelector<HTMLElement>('[data-undo]')
if (undo) import('./undo.ts').then(({ hideLateUndo }) => hideLateUndo(undo))

if ('dev' in document.documentElement.dataset) {
  import('./dev-reload.ts').then(({ reloadOnChange }) => reloadOnChange())
}
