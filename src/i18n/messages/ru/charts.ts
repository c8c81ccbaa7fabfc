/** The page of charts and its widget. */
export const charts = {
  title: 'Графики',
  description: 'Свечные графики с индикаторами, сравнением и рисованием.',
}
