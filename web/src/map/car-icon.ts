// Car symbols, drawn once on a canvas. Free, busy and offline differ by shape as well as by colour.
import type { CarState } from './car-feed.ts'

const SIZE = 40
const RATIO = 2

const ring: Record<CarState, string> = { free: '#46F34D', busy: '#FFB74D', offline: '#A9B8AB' }

const outline = (pen: CanvasRenderingContext2D, state: CarState) => {
  const middle = SIZE / 2
  pen.beginPath()
  if (state === 'busy') pen.roundRect(middle - 14, middle - 14, 28, 28, 8)
  else pen.arc(middle, middle, state === 'offline' ? 9 : 15, 0, Math.PI * 2)
  pen.closePath()
}

const arrow = (pen: CanvasRenderingContext2D) => {
  const middle = SIZE / 2
  pen.beginPath()
  pen.moveTo(middle, middle - 10)
  pen.lineTo(middle + 7, middle + 8)
  pen.lineTo(middle, middle + 4)
  pen.lineTo(middle - 7, middle + 8)
  pen.closePath()
}

export const drawCar = (state: CarState): { image: ImageData; pixelRatio: number } | null => {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE * RATIO
  canvas.height = SIZE * RATIO
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.scale(RATIO, RATIO)
  pen.save()
  pen.shadowColor = 'rgb(0 0 0 / 45%)'
  pen.shadowBlur = 5
  pen.fillStyle = '#16201A'
  outline(pen, state)
  pen.fill()
  pen.restore()
  pen.lineWidth = 3
  pen.strokeStyle = ring[state]
  outline(pen, state)
  pen.stroke()
  if (state !== 'offline') {
    pen.fillStyle = '#FFFFFF'
    arrow(pen)
    pen.fill()
  }
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: RATIO }
}

const states: readonly CarState[] = ['free', 'busy', 'offline']

/** The state a missing image `car-<state>` stands for. */
export const readImageState = (imageId: string): CarState | null => states.find((state) => imageId === `car-${state}`) ?? null
