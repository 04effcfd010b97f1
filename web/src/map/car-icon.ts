// Car symbols, drawn once on a canvas. What drivers do differs by shape as well as by colour.
import { dutyStates, type DutyState } from '@wayfare/core/dispatch'

const SIZE = 40
const RATIO = 2

const ring: Record<DutyState, string> = { free: '#46F34D', busy: '#FFB74D', stale: '#FF8A80', offline: '#A9B8AB' }

const radius: Record<Exclude<DutyState, 'busy'>, number> = { free: 15, stale: 12, offline: 9 }

const outline = (pen: CanvasRenderingContext2D, state: DutyState) => {
  const middle = SIZE / 2
  pen.beginPath()
  if (state === 'busy') pen.roundRect(middle - 14, middle - 14, 28, 28, 8)
  else pen.arc(middle, middle, radius[state], 0, Math.PI * 2)
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

const fillArrow = (pen: CanvasRenderingContext2D) => {
  pen.fillStyle = '#FFFFFF'
  arrow(pen)
  pen.fill()
}

/** Where it stands and where it looks is not known any more: no arrow. */
const writeQuestion = (pen: CanvasRenderingContext2D) => {
  pen.fillStyle = '#FFFFFF'
  pen.font = 'bold 15px sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText('?', SIZE / 2, SIZE / 2 + 1)
}

const signs: Partial<Record<DutyState, (pen: CanvasRenderingContext2D) => void>> = {
  free: fillArrow,
  busy: fillArrow,
  stale: writeQuestion,
}

export const drawCar = (state: DutyState): { image: ImageData; pixelRatio: number } | null => {
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
  signs[state]?.(pen)
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: RATIO }
}

/** The state a missing image `car-<state>` stands for. */
export const readImageState = (imageId: string): DutyState | null =>
  dutyStates.find((state) => imageId === `car-${state}`) ?? null
