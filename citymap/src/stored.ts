// Encodes graph, hierarchy and snap index for their files graph.bin, ch.bin and snap.bin.
import type { Hierarchy } from './ch-build.ts'
import type { Graph } from './graph.ts'
import { decodeSections, encodeSections, readFloat64, readInt32, readUint32, readUint8 } from './sections.ts'
import type { SnapIndex } from './snap.ts'

export const encodeGraph = ({ nodeCount, names, ...arrays }: Graph): Uint8Array =>
  encodeSections({ ...arrays, nodeCount: Uint32Array.of(nodeCount), names: new TextEncoder().encode(JSON.stringify(names)) })

/** Throws an Error if the file is damaged. */
export const decodeGraph = (file: Uint8Array): Graph => {
  const sections = decodeSections(file)
  return {
    nodeCount: readUint32(sections, 'nodeCount')[0],
    shapeLat: readFloat64(sections, 'shapeLat'),
    shapeLng: readFloat64(sections, 'shapeLng'),
    shapeM: readFloat64(sections, 'shapeM'),
    pieceShape: readUint32(sections, 'pieceShape'),
    pieceName: readInt32(sections, 'pieceName'),
    pieceClass: readUint8(sections, 'pieceClass'),
    pieceFlags: readUint8(sections, 'pieceFlags'),
    pieceForward: readInt32(sections, 'pieceForward'),
    pieceBackward: readInt32(sections, 'pieceBackward'),
    edgePiece: readInt32(sections, 'edgePiece'),
    edgeBack: readUint8(sections, 'edgeBack'),
    edgeFrom: readInt32(sections, 'edgeFrom'),
    edgeTo: readInt32(sections, 'edgeTo'),
    edgeMs: readInt32(sections, 'edgeMs'),
    edgeTwin: readInt32(sections, 'edgeTwin'),
    edgeCopy: readInt32(sections, 'edgeCopy'),
    ruleFrom: readInt32(sections, 'ruleFrom'),
    ruleTo: readInt32(sections, 'ruleTo'),
    ruleInto: readInt32(sections, 'ruleInto'),
    names: JSON.parse(new TextDecoder().decode(readUint8(sections, 'names'))) as string[],
  }
}

export const encodeHierarchy = (hierarchy: Hierarchy): Uint8Array => encodeSections(hierarchy)

/** Throws an Error if the file is damaged. */
export const decodeHierarchy = (file: Uint8Array): Hierarchy => {
  const sections = decodeSections(file)
  return {
    rank: readInt32(sections, 'rank'),
    arcFrom: readInt32(sections, 'arcFrom'),
    arcTo: readInt32(sections, 'arcTo'),
    arcMs: readInt32(sections, 'arcMs'),
    arcLeft: readInt32(sections, 'arcLeft'),
    arcRight: readInt32(sections, 'arcRight'),
    upStart: readUint32(sections, 'upStart'),
    upArc: readInt32(sections, 'upArc'),
    downStart: readUint32(sections, 'downStart'),
    downArc: readInt32(sections, 'downArc'),
  }
}

export const encodeSnapIndex = (index: SnapIndex): Uint8Array => encodeSections(index)

/** Throws an Error if the file is damaged. */
export const decodeSnapIndex = (file: Uint8Array): SnapIndex => {
  const sections = decodeSections(file)
  return {
    bush: readUint8(sections, 'bush'),
    segmentShape: readUint32(sections, 'segmentShape'),
    segmentPiece: readUint32(sections, 'segmentPiece'),
  }
}
