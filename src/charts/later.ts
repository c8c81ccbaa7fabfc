/** Code of the charts page that is loaded when it is needed for the first time. */
import { adoptSheet } from '../ui/adopt-sheet.ts'
import gaps from './gaps/gaps.later.css' with { type: 'text' }
import minimap from './minimap/minimap.later.css' with { type: 'text' }

export { findCharts } from './command/find-charts.ts'
export { openContextMenu } from './context-menu/context-menu.ts'
export { createLiveLayer } from './drawing/live-layer.ts'
export { GapNotes } from './gaps/gap-notes.tsx'
export { addLayout, changeLayout, removeLayout } from './layout/keep-layouts.ts'
export { linkPanes } from './layout/link-charts.ts'
export { Minimap } from './minimap/minimap.tsx'
export { CompareLegend } from './pane/compare-legend.tsx'
export { createLinePointer } from './pane/line-pointer.ts'
export { ProfileLegend } from './pane/profile-legend.tsx'
export { savePicture } from './poster/chart-picture.ts'
export { TemplateList } from './templates/template-list.tsx'
export { showNote } from './trading/note.ts'
export { openOrderPanel } from './trading/order-panel.ts'
export { PriceLines } from './trading/price-lines.tsx'

for (const sheet of [gaps, minimap]) adoptSheet(sheet)
