// What can be done with what a drawer shows: in sight however long that is.
import type { ReactNode } from 'react'
import styles from './drawer-foot.module.css'

export const DrawerFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>
