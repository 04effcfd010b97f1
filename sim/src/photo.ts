// The photo that a robot takes of a parcel: cardboard.
const cardboard = [
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAMAAACsjQ8GAAAAA1BMVEWpi2IKGBrBAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlE',
  'QVQokWNgGAWjYBQwoAEAAxgAATJlthoAAAAASUVORK5CYII=',
].join('')

export const robotPhoto = { type: 'image/png', bytes: Buffer.from(cardboard, 'base64') }
