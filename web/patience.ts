// Tests of components wait as long as the others do: a busy machine is no fault of a component.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 15_000 })
