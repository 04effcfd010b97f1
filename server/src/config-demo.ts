// Whether there is a demo, and how much of a town it is.
import type { z } from 'zod'
import { onOff } from './config-values.ts'

export const demoEnvironment = {
  WAYFARE_DEMO: onOff.optional(),
  WAYFARE_ROBOTS: onOff.default(true),
  WAYFARE_HISTORY: onOff.optional(),
}

type DemoEnvironment = { [Name in keyof typeof demoEnvironment]?: z.output<(typeof demoEnvironment)[Name]> } & {
  NODE_ENV: string
}

export const readDemoConfig = ({ NODE_ENV, WAYFARE_DEMO, WAYFARE_ROBOTS = true, WAYFARE_HISTORY }: DemoEnvironment) => {
  const demo = WAYFARE_DEMO ?? NODE_ENV !== 'production'
  return {
    /** Whether demo people, demo drivers and known passwords exist. */
    demo,
    /** Whether the demo drivers drive, and demo riders ride, by themselves. */
    robots: WAYFARE_ROBOTS,
    /** Whether a new demo is a living town with two months behind it; one that is there stays as it was made. */
    isLiving: demo && (WAYFARE_HISTORY ?? WAYFARE_ROBOTS),
  }
}
