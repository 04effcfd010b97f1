// Colours of our own base map, light and dark. The route blue keeps 5:1 on both grounds.
export type MapColors = {
  land: string
  built: string
  works: string
  green: string
  sand: string
  water: string
  building: string
  rail: string
  border: string
  square: string
  casing: string
  service: string
  minor: string
  secondary: string
  primary: string
  motorway: string
  /** roads seen from afar, a pixel thin: stronger than near */
  far: string
  farMinor: string
  farMajor: string
  majorCasing: string
  tunnel: string
  label: string
  placeLabel: string
  halo: string
  route: string
  routeCasing: string
}

export const lightColors: MapColors = {
  land: '#E1EBDA',
  built: '#EBEDE8',
  works: '#E2E5E0',
  green: '#C9E2C1',
  sand: '#F1EBD3',
  water: '#B9D9EA',
  building: '#DADED7',
  rail: '#A9B2AB',
  border: '#8E9A90',
  square: '#F4F5F2',
  casing: '#BFC8BF',
  service: '#F8FAF7',
  minor: '#FFFFFF',
  secondary: '#FFFFFF',
  primary: '#FFEFC2',
  motorway: '#FFE0A0',
  far: '#8FA091',
  farMinor: '#C3CCC3',
  farMajor: '#C8922A',
  majorCasing: '#E0C383',
  tunnel: '#DDE2DB',
  label: '#3E4A41',
  placeLabel: '#16201A',
  halo: '#FFFFFF',
  route: '#0B57D0',
  routeCasing: '#FFFFFF',
}

export const darkColors: MapColors = {
  land: '#0F170F',
  built: '#181F1A',
  works: '#1C231E',
  green: '#152A19',
  sand: '#25241A',
  water: '#0D2233',
  building: '#222B25',
  rail: '#3C4740',
  border: '#55635A',
  square: '#262F29',
  casing: '#0B100C',
  service: '#2C3830',
  minor: '#38463C',
  secondary: '#47594D',
  primary: '#6A6440',
  motorway: '#85763A',
  far: '#7B8F81',
  farMinor: '#37453B',
  farMajor: '#B9A556',
  majorCasing: '#0B100C',
  tunnel: '#1C261E',
  label: '#B7C5BA',
  placeLabel: '#E6EDE7',
  halo: '#121A14',
  route: '#7FB8FF',
  routeCasing: '#0A0F0B',
}
