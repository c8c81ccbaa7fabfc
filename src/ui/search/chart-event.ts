/** Name of the event on `document` that asks an open charts page for a chart; a page that shows it cancels the event */
export const chartEvent = 'kurs:chart'
