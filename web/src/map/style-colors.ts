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
  land: '#E6EDE1',
  built: '#F0F1EE',
  works: '#E8EAE6',
  green: '#CFE5C8',
  sand: '#F1EBD3',
  water: '#B9D9EA',
  building: '#E0E3DE',
  rail: '#A9B2AB',
  border: '#8E9A90',
  square: '#E4E9E1',
  casing: '#CBD3CA',
  service: '#F8FAF7',
  minor: '#FFFFFF',
  secondary: '#FFFFFF',
  primary: '#FFEFC2',
  motorway: '#FFE0A0',
  far: '#8FA091',
  farMajor: '#C8922A',
  majorCasing: '#E0C383',
  tunnel: '#E4E8E2',
  label: '#3E4A41',
  placeLabel: '#16201A',
  halo: '#FFFFFF',
  route: '#0B57D0',
  routeCasing: '#FFFFFF',
}

export const darkColors: MapColors = {
  land: '#111911',
  built: '#161D18',
  works: '#191F1B',
  green: '#17281A',
  sand: '#25241A',
  water: '#0D2233',
  building: '#1E2721',
  rail: '#3C4740',
  border: '#55635A',
  square: '#1C261E',
  casing: '#0B100C',
  service: '#222D25',
  minor: '#2A362D',
  secondary: '#35443A',
  primary: '#4A4A33',
  motorway: '#5F5731',
  far: '#7B8F81',
  farMajor: '#B9A556',
  majorCasing: '#0B100C',
  tunnel: '#1C261E',
  label: '#B7C5BA',
  placeLabel: '#E6EDE7',
  halo: '#121A14',
  route: '#7FB8FF',
  routeCasing: '#0A0F0B',
}
