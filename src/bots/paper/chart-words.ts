export interface PaperChartWords {
  /** Contains `{{name}}` and `{{price}}` */
  label: string
  undo: string
  refused: string
  offline: string
  help: string
}
