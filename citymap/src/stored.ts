// How graph, hierarchy and snap index are kept in files: graph.bin, ch.bin and snap.bin.
import type { Hierarchy } from './ch-build.ts'
import type { Graph } from './graph.ts'
import { decodeSections, encodeSections, float64, int32, uint32, uint8 } from './sections.ts'
import type { SnapIndex } from './snap.ts'

export const encodeGraph = ({ nodeCount, names, ...arrays }: Graph): Uint8Array =>
  encodeSections({ ...arrays, nodeCount: Uint32Array.of(nodeCount), names: new TextEncoder().encode(JSON.stringify(names)) })

/** Throws an Error when the file is damaged. */
export const decodeGraph = (file: Uint8Array): Graph => {
  const sections = decodeSections(file)
  return {
    nodeCount: uint32(sections, 'nodeCount')[0],
    shapeLat: float64(sections, 'shapeLat'),
    shapeLng: float64(sections, 'shapeLng'),
    shapeM: float64(sections, 'shapeM'),
    pieceShape: uint32(sections, 'pieceShape'),
    pieceName: int32(sections, 'pieceName'),
    pieceClass: uint8(sections, 'pieceClass'),
    pieceFlags: uint8(sections, 'pieceFlags'),
    pieceForward: int32(sections, 'pieceForward'),
    pieceBackward: int32(sections, 'pieceBackward'),
    edgePiece: int32(sections, 'edgePiece'),
    edgeBack: uint8(sections, 'edgeBack'),
    edgeFrom: int32(sections, 'edgeFrom'),
    edgeTo: int32(sections, 'edgeTo'),
    edgeMs: int32(sections, 'edgeMs'),
    edgeTwin: int32(sections, 'edgeTwin'),
    names: JSON.parse(new TextDecoder().decode(uint8(sections, 'names'))) as string[],
  }
}

export const encodeHierarchy = (hierarchy: Hierarchy): Uint8Array => encodeSections(hierarchy)

/** Throws an Error when the file is damaged. */
export const decodeHierarchy = (file: Uint8Array): Hierarchy => {
  const sections = decodeSections(file)
  return {
    rank: int32(sections, 'rank'),
    arcFrom: int32(sections, 'arcFrom'),
    arcTo: int32(sections, 'arcTo'),
    arcMs: int32(sections, 'arcMs'),
    arcLeft: int32(sections, 'arcLeft'),
    arcRight: int32(sections, 'arcRight'),
    upStart: uint32(sections, 'upStart'),
    upArc: int32(sections, 'upArc'),
    downStart: uint32(sections, 'downStart'),
    downArc: int32(sections, 'downArc'),
  }
}

export const encodeSnapIndex = (index: SnapIndex): Uint8Array => encodeSections(index)

/** Throws an Error when the file is damaged. */
export const decodeSnapIndex = (file: Uint8Array): SnapIndex => {
  const sections = decodeSections(file)
  return {
    bush: uint8(sections, 'bush'),
    segmentShape: uint32(sections, 'segmentShape'),
    segmentPiece: uint32(sections, 'segmentPiece'),
  }
}
