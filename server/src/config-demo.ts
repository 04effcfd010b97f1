// Whether there is a demo, and of what kind.
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
    /** Whether there are demo people with well-known passwords. */
    demo,
    /** Whether unsent mail and SMS are kept: for a demo's dev inbox, and in tests. Real people are told that nothing is sent. */
    keepsMessages: demo || NODE_ENV === 'test',
    /** Whether demo drivers and riders are simulated. */
    robots: WAYFARE_ROBOTS,
    /** Whether a new demo is a living town with two months of history; an existing one stays as it is. */
    isLiving: demo && (WAYFARE_HISTORY ?? WAYFARE_ROBOTS),
  }
}
