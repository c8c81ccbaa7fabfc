import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Decoder, Encoder, type Packet as ReferencePacket } from 'socket.io-parser'
import { anyCharacter } from '../../../tests/any-text.ts'
import { completePacket, encodePacket, type Packet, parsePacket } from './packets.ts'

const namespace = fc.oneof(fc.constant('/'), fc.stringMatching(/^\/[a-z0-9-]{1,12}$/))
const bytes = fc.uint8Array({ maxLength: 20 })
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), bytes)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('value'), { maxKeys: 3 }),
  ),
}))
const ackId = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined })
const eventName = fc.stringMatching(/^[a-z-]{1,10}$/).filter((name) => !/^(dis)?connect/.test(name))
const args = fc.array(value, { maxLength: 4 })
const packets: fc.Arbitrary<Packet> = fc.oneof(
  fc
    .tuple(namespace, fc.constantFrom(undefined, { token: '1' }))
    .map(([namespace, data]): Packet => ({ type: 'connect', namespace, data })),
  namespace.map((namespace): Packet => ({ type: 'disconnect', namespace })),
  fc
    .tuple(namespace, ackId, eventName, args)
    .map(([namespace, ackId, name, args]): Packet => ({ type: 'event', namespace, ackId, args: [name, ...args] })),
  fc
    .tuple(namespace, fc.nat(), args)
    .map(([namespace, ackId, args]): Packet => ({ type: 'ack', namespace, ackId, args })),
)
/** A packet with more attachments than allowed is rejected, so generated packets have at most ten. */
const isAcceptable = (packet: Packet) => encodePacket(packet).length <= 11
const typeNumbers = { connect: 0, disconnect: 1, event: 2, ack: 3, 'connect-error': 4 }

/** Reassembles a packet from its frames, as the other side would. */
function read([text, ...attachments]: [string, ...Uint8Array[]]): Packet | undefined {
  const parsed = parsePacket(text)
  if (!parsed || parsed.attachments !== attachments.length) return undefined
  return attachments.length === 0 ? parsed.packet : completePacket(parsed.packet, attachments)
}

function referenceOf(packet: Packet): ReferencePacket {
  const data = 'args' in packet ? packet.args : 'data' in packet ? packet.data : undefined
  const id = 'ackId' in packet ? packet.ackId : undefined
  return { type: typeNumbers[packet.type], nsp: packet.namespace, data, ...(id !== undefined && { id }) }
}

test('an encoded packet is decoded unchanged', () => {
  fc.assert(fc.property(packets.filter(isAcceptable), (packet) => expect(read(encodePacket(packet))).toEqual(packet)))
})

test('the reference library decodes our packets', () => {
  fc.assert(
    fc.property(packets.filter(isAcceptable), (packet) => {
      const decoder = new Decoder()
      const decoded: ReferencePacket[] = []
      decoder.on('decoded', (read: ReferencePacket) => decoded.push(read))
      for (const frame of encodePacket(packet)) decoder.add(frame)
      expect(decoded).toHaveLength(1)
      const { attachments: _, ...plain } = { attachments: 0, ...decoded[0] }
      expect(plain).toEqual({ ...referenceOf(packet), data: referenceOf(packet).data })
    }),
  )
})

test('we decode the packets of the reference library', () => {
  fc.assert(
    fc.property(packets.filter(isAcceptable), (packet) => {
      const [text, ...attachments] = new Encoder().encode(referenceOf(packet))
      const frames: [string, ...Uint8Array[]] = [String(text), ...attachments.map((bytes) => new Uint8Array(bytes))]
      expect(read(frames)).toEqual(packet)
    }),
  )
})

test('the parser never throws, and the reference library accepts what it accepts', () => {
  const mutated = fc
    .tuple(packets, fc.nat(), fc.nat({ max: 4 }), fc.string({ maxLength: 4 }))
    .map(([packet, at, cut, put]) => {
      const [text] = encodePacket(packet)
      const from = at % (text.length + 1)
      return text.slice(0, from) + put + text.slice(from + cut)
    })
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string(), fc.string({ unit: anyCharacter })), (text) => {
      const parsed = parsePacket(text)
      if (!parsed) return
      expect(() => new Decoder().add(text)).not.toThrow()
      completePacket(
        parsed.packet,
        Array.from({ length: parsed.attachments }, () => new Uint8Array(1)),
      )
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['', 'nothing'],
  ['9', 'a type there is not'],
  ['2', 'an event without a name'],
  ['2{}', 'an event that is no list'],
  ['2[]', 'an event without a name'],
  ['2[{}]', 'a name that is none'],
  ['2["connect"]', 'a name that sockets use themselves'],
  ['2abc["message"]', 'an acknowledgement that is no number'],
  ['5["a"]', 'attachments that are not counted'],
  ['50-["a"]', 'no attachments'],
  ['511-["a"]', 'too many attachments'],
  ['21-["a"]', 'attachments where there are none'],
  ['0[]', 'a greeting that is a list'],
  ['0null', 'a greeting that is null'],
  ['1{}', 'a farewell with something in it'],
  ['3["a"]', 'an acknowledgement of nothing'],
  ['2["a"', 'JSON that is not whole'],
])('%p is rejected: %s', (text) => expect(parsePacket(text)).toBeUndefined())

test('a packet with missing attachments is invalid', () => {
  const packet: Packet = { type: 'event', namespace: '/', args: ['a', { deep: [{ _placeholder: true, num: 1 }] }] }
  expect(completePacket(packet, [new Uint8Array(1)])).toBeUndefined()
  const [nested] = [Array.from({ length: 3000 }).reduce<unknown>((inner) => [inner], 'deep')]
  expect(completePacket({ ...packet, args: ['a', nested] }, [new Uint8Array(1)])).toBeUndefined()
})
