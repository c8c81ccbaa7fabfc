import { Fragment } from 'react'
import { codeParts } from './code-marks.ts'

export interface CodeTextProps {
  text: string
}

/** Shows a title with code in a single element, because in a flex row or a grid each part would be a separate item. */
export function CodeText({ text }: CodeTextProps) {
  if (!text.includes('`')) return text
  const parts = codeParts(text).map((part, at) => {
    const key = `${at} ${part.text}`
    return part.isCode ? <code key={key}>{part.text}</code> : <Fragment key={key}>{part.text}</Fragment>
  })
  return <span>{parts}</span>
}
