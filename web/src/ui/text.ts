// The texts that dialogs and tables of this layer need: whoever knows the language hands in the translator.
import { createContext, useContext } from 'react'

export type Translate = (key: string, params?: Record<string, string | number>) => string

const TextContext = createContext<Translate>((key) => key)

export const TextProvider = TextContext

export const useText = (): Translate => useContext(TextContext)
