// Default driving speed per class of road (km/h), below the limit because of traffic; an operator can change them.

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

/** The classes, named as in OpenStreetMap (Key:highway), in the order that the map engine uses as their index. */
export const roadClasses = Object.keys(roadSpeeds) as RoadClass[]

/** An operator's own speeds for some classes (km/h). */
export type OwnSpeeds = Partial<Record<RoadClass, number>>

/** The range of speeds for a class (km/h). */
export const LEAST_KMH = 5
export const MOST_KMH = 150

/** The speeds that differ from the defaults. */
export const pickOwnSpeeds = (speeds: Readonly<Record<string, number>>): OwnSpeeds => {
  const own: OwnSpeeds = {}
  for (const name of roadClasses) {
    const kmh = speeds[name]
    if (kmh !== undefined && kmh !== roadSpeeds[name]) own[name] = kmh
  }
  return own
}
