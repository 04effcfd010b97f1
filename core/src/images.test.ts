import { expect, it } from 'vitest'
import { checkImage, detectImageType, maxImageBytes } from './images.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01')
const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\x0d')
const webp = bytes('RIFF\x1a\0\0\0WEBPVP8L')

it('knows the three kinds by their first bytes, whatever a name says', () => {
  expect([jpeg, png, webp].map(detectImageType)).toEqual(['image/jpeg', 'image/png', 'image/webp'])
})

it('takes nothing else for an image', () => {
  const others = [
    '',
    '\xff\xd8',
    'GIF89a',
    '<svg xmlns="',
    '<!doctype html>',
    '%PDF-1.7',
    'RIFF\x1a\0\0\0AVI LIST',
    '\x89PNG\n\x1a\n',
    ' \xff\xd8\xff',
  ]
  expect(others.map((text) => detectImageType(bytes(text)))).toEqual(others.map(() => null))
})

it('tells the page what the server would say', () => {
  expect(checkImage({ head: png, size: maxImageBytes })).toBeNull()
  expect(checkImage({ head: png, size: maxImageBytes + 1 })).toBe('too_large')
  expect(checkImage({ head: bytes('GIF89a'), size: 10 })).toBe('image_refused')
})
