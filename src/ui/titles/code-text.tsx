import { Fragment } from 'react'
import { codeParts } from './code-marks.ts'

export interface CodeTextProps {
  text: string
}

export function CodeText({ text }: CodeTextProps) {
  if (!text.includes('`')) return text
  return codeParts(text).map((part, at) => {
    const key = `${at} ${part.text}`
    return part.isCode ? <code key={key}>{part.text}</code> : <Fragment key={key}>{part.text}</Fragment>
  })
}
