/** Time for which a note is shown, ms; as long as an undo is valid */
const noteMs = 10_000

interface NoteAct {
  text: string
  act(): void
}

/** Shows the outcome of an act over the chart, with a button that undoes it. A later note replaces an earlier one. */
export function showNote(text: string, act?: NoteAct): void {
  document.querySelector('.chart-outcome')?.remove()
  const output = document.createElement('output')
  output.className = 'chart-outcome'
  output.append(text)
  if (act) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'chart-button is-text'
    button.textContent = act.text
    button.addEventListener('click', () => {
      output.remove()
      act.act()
    })
    output.append(button)
  }
  document.body.append(output)
  setTimeout(() => output.remove(), noteMs)
}
