// A word too long for its place, such as an e-mail address: it breaks where a reader would break it, not in the middle of a name.
import { Fragment } from 'react'

/** A part of an address that is longer than this breaks at its dots and dashes, too. */
const longPart = 18

const partsOf = (word: string): string[] =>
  word.split(/(?<=@)/).flatMap((part) => (part.length > longPart ? part.split(/(?=[._-])/) : [part]))

export const LongWord = ({ children }: { children: string }) =>
  partsOf(children).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
