// How fast each class of road is driven (km/h), already lower than the sign because of traffic, until an operator says otherwise.

export const roadSpeeds = {
  motorway: 80,
  motorway_link: 50,
  trunk: 60,
  trunk_link: 45,
  primary: 45,
  primary_link: 35,
  secondary: 40,
  secondary_link: 32,
  tertiary: 35,
  tertiary_link: 30,
  unclassified: 30,
  residential: 28,
  road: 25,
  living_street: 12,
  service: 15,
} as const

export type RoadClass = keyof typeof roadSpeeds

/** By the names that OpenStreetMap has for them (Key:highway), in the order in which the map engine counts them. */
export const roadClasses = Object.keys(roadSpeeds) as RoadClass[]

/** What an operator says of some classes (km/h). */
export type OwnSpeeds = Partial<Record<RoadClass, number>>

/** A class may be driven so fast (km/h). */
export const LEAST_KMH = 5
export const MOST_KMH = 150

/** Those of the speeds that are not as every installation has them. */
export const pickOwnSpeeds = (speeds: Readonly<Record<string, number>>): OwnSpeeds => {
  const own: OwnSpeeds = {}
  for (const name of roadClasses) {
    const kmh = speeds[name]
    if (kmh !== undefined && kmh !== roadSpeeds[name]) own[name] = kmh
  }
  return own
}
