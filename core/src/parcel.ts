// The notes that a sender writes for the driver of a parcel: where each is needed, and how long it may be. They are personal.
export const parcelNotes = {
  pickUpInstructions: { end: 'pickup', longest: 500 },
  deliveryInstructions: { end: 'drop', longest: 500 },
} as const

export type ParcelNote = keyof typeof parcelNotes

export const parcelNoteNames = Object.keys(parcelNotes) as ParcelNote[]

/** Those that are read at this end of the way. */
export const parcelNotesAt = (end: 'pickup' | 'drop'): ParcelNote[] =>
  parcelNoteNames.filter((note) => parcelNotes[note].end === end)
