// The texts that dialogs and tables of this layer need: whoever knows the language hands in the translator.
import { createContext, useContext } from 'react'

export type Translator = (key: string, params?: Record<string, string | number>) => string

const TextContext = createContext<Translator>((key) => key)

export const TextProvider = TextContext

export const useText = (): Translator => useContext(TextContext)
