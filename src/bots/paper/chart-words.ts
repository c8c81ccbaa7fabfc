export interface PaperChartWords {
  /** Label of a price line; contains `{{name}}` and `{{price}}` */
  label: string
  undo: string
  refused: string
  offline: string
  help: string
}
