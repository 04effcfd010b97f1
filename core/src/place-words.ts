// Words that people type for a place instead of its name: words for its kind, abbreviations, and "home" and "work".

/** Words for each kind, in the product's languages and a few more. */
export const kindWords = {
  station: 'station train railway centralstation tågstation estación محطة gare bahnhof estação',
  stop: 'station estación محطة',
  busStation: 'bus station busstation estación autobuses محطة حافلات gare routière rodoviária',
  ferry: 'ferry terminal färja transbordador عبارة',
  airport: 'airport terminal flygplats aeropuerto مطار aéroport flughafen aeroporto',
  hospital: 'hospital sjukhus مستشفى hôpital krankenhaus',
  clinic: 'clinic vårdcentral clínica عيادة',
  pharmacy: 'pharmacy apotek farmacia صيدلية pharmacie apotheke farmácia',
  university: 'university universitet universidad جامعة université universität',
  school: 'school skola escuela مدرسة école schule escola',
  townHall: 'town hall city hall rådhus ayuntamiento بلدية mairie rathaus',
  police: 'police polis policía شرطة',
  cinema: 'cinema bio cine سينما',
  bank: 'bank banco بنك',
  restaurant: 'restaurant restaurang restaurante مطعم',
  cafe: 'cafe café kafé مقهى',
  hotel: 'hotel hotell فندق hôtel',
  museum: 'museum museo متحف musée museu',
  park: 'park parque حديقة parc',
  stadium: 'stadium arena estadio ملعب stade stadion',
  mall: 'mall shopping centre köpcentrum centro comercial مركز تسوق',
  supermarket: 'supermarket mataffär supermercado سوبرماركت supermarché',
} as const

/** The kinds that an operator can give to its own places; a landmark is found by its name only. */
export const operatorPlaceKinds = [
  'landmark',
  'station',
  'busStation',
  'ferry',
  'airport',
  'hospital',
  'university',
  'hotel',
  'mall',
  'stadium',
  'museum',
  'park',
] as const
export type OperatorPlaceKind = (typeof operatorPlaceKinds)[number]

/** Within this distance (m) of a place one counts as being there: large places take a while to walk across. */
export const reachM: Record<OperatorPlaceKind, number> = {
  landmark: 60,
  station: 120,
  busStation: 80,
  ferry: 80,
  airport: 300,
  hospital: 120,
  university: 100,
  hotel: 60,
  mall: 100,
  stadium: 120,
  museum: 60,
  park: 60,
}

/** Abbreviations whose long form does not begin with them. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  avda: ['avenida'],
  bd: ['boulevard'],
  blvd: ['boulevard'],
  bvd: ['boulevard'],
  crs: ['cours'],
  ctra: ['carretera'],
  dr: ['doktor', 'doctor', 'doutor'],
  fbg: ['faubourg'],
  gdns: ['gardens'],
  hwy: ['highway'],
  lg: ['largo'],
  ln: ['lane'],
  pc: ['praca'],
  pca: ['praca'],
  pkwy: ['parkway'],
  pso: ['paseo'],
  pza: ['plaza', 'piazza'],
  rd: ['road'],
  rte: ['route'],
  sq: ['square'],
  st: ['saint', 'sankt', 'street'],
  sta: ['santa', 'sankta'],
  ste: ['sainte'],
  sto: ['santo'],
  tv: ['travessa'],
}

/** A folded word as typed, and the long forms it may stand for. */
export const spellOut = (word: string): readonly string[] => [word, ...(abbreviations[word] ?? [])]

/** Function words, which say nothing about the place. Folded. (Pure, so that the pages' script leaves them out.) */
export const smallWords =
  /* @__PURE__ */ 'a and at at av d da das de del des do dos du e el en et i l la las le les of och on os the to und y'.split(' ')

/** What people say where two streets meet, in the languages of the product and of its neighbours. Folded. */
export const crossingWords = /* @__PURE__ */ (
  'angle cnr con corner crossing croisement cruce cruzamento ecke esq esquina hornet hornan interseccion intersection junction ' +
  'korsningen med mit with تقاطع زاويه مع'
).split(' ')

export const placeMarks = ['home', 'work'] as const
export type PlaceMark = (typeof placeMarks)[number]

/** Words that people type for the places they marked as home and work. */
export const markWords: Record<PlaceMark, string> = {
  home: 'home hem hemma casa hogar المنزل منزل البيت بيت maison zuhause lar',
  work: 'work job office arbete jobb jobbet kontor trabajo oficina العمل عمل المكتب مكتب travail bureau arbeit trabalho',
}
