import { htmlTags } from './html-tags.ts'

/** Without `ends` a block ends at a blank line. */
const kinds: { begins: RegExp; ends?: string; requiresEnd?: boolean }[] = [
  { begins: /^<script(?:[\s>]|$)/i, ends: '</script>' },
  { begins: /^<pre(?:[\s>]|$)/i, ends: '</pre>' },
  { begins: /^<style(?:[\s>]|$)/i, ends: '</style>' },
  { begins: /^<textarea(?:[\s>]|$)/i, ends: '</textarea>' },
  { begins: /^<!--/, ends: '-->', requiresEnd: true },
  { begins: /^<\?/, ends: '?>', requiresEnd: true },
  { begins: /^<!\[CDATA\[/, ends: ']]>', requiresEnd: true },
  { begins: /^<![A-Za-z]/, ends: '>', requiresEnd: true },
  { begins: new RegExp(`^</?(?:${htmlTags})(?:\\s|/?>|$)`, 'i') },
  {
    begins:
      /^<[a-z][a-z0-9-]*(?:[ \t]+[a-z:_][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?)*[ \t]*\/?>[ \t]*(?:\n|$)/i,
  },
  // Its slot, `#name`, is not a valid HTML attribute.
  { begins: /^<template[ \t](?:"[^"\n]*"|'[^'\n]*'|[^"'<>\n])*>[ \t]*(?:\n|$)/i },
  { begins: /^<\/[a-z][a-z0-9-]*[ \t]*>[ \t]*(?:\n|$)/i },
]

/** A tag over several lines whose bracket is on a line of its own, which would otherwise begin a quote. */
const tagOverLines =
  /^<[a-z][a-z0-9-]*(?:\s+[a-z_:@#][\w.:@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\n {0,3}\/?>/i
const maxOfTag = 2000

/** @param find  returns the index of a text in the source, or -1 */
export function htmlBlock(src: string, find: (text: string) => number): string | undefined {
  const start = /^ {0,3}(?=<)/.exec(src)?.[0].length
  if (start === undefined) return undefined
  const head = src.slice(start, lineEnd(src, 0) + 1)
  const kind = kinds.find(({ begins }) => begins.test(head))
  if (!kind) return isTagOverLines(src.slice(start, start + maxOfTag)) ? src.slice(0, blankLine(src)) : undefined
  const end = kind.ends === undefined ? -1 : find(kind.ends)
  if (end >= 0) return src.slice(0, lineEnd(src, end))
  return kind.requiresEnd ? undefined : src.slice(0, blankLine(src))
}

function isTagOverLines(src: string): boolean {
  const [part = ''] = src.split(/\n[ \t]*\n/, 1)
  return tagOverLines.test(part)
}

function blankLine(src: string): number {
  let end = lineEnd(src, 0)
  while (end < src.length) {
    const next = lineEnd(src, end + 1)
    if (src.slice(end + 1, next).trim() === '') return end
    end = next
  }
  return src.length
}

function lineEnd(src: string, from: number): number {
  const end = src.indexOf('\n', from)
  return end < 0 ? src.length : end
}
