import { expect, test } from 'vitest'
import { parcelNoteNames, parcelNotesAt } from './parcel.ts'

test('each note is read at its own end of the way', () => {
  expect(parcelNotesAt('pickup')).toEqual(['pickUpInstructions'])
  expect(parcelNotesAt('drop')).toEqual(['deliveryInstructions'])
  expect(parcelNoteNames).toEqual(['pickUpInstructions', 'deliveryInstructions'])
})
