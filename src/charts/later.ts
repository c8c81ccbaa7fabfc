/** Code of the charts page that is loaded when it is needed for the first time. */
export { openContextMenu } from './context-menu/context-menu.ts'
export { createLiveLayer } from './drawing/live-layer.ts'
export { createLinePointer } from './pane/line-pointer.ts'
export { showProfile } from './pane/profile.ts'
export { chartPicture } from './poster/chart-picture.ts'
export { showNote } from './trading/note.ts'
export { openOrderPanel } from './trading/order-panel.ts'
export { PriceLines } from './trading/price-lines.tsx'
