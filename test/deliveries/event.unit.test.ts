import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automation } from '../../shared/kernel/core/actor.ts';
import { deliveryId, eventBody, eventId, eventTime } from '../../shared/kernel/log/event.ts';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a body', () => {
  const EVENT_MAX_BYTES = 256 * 1024;
  const content = (data: object) => ({
    id: '01900000-0000-7000-8000-000000000000',
    type: 'story.updated' as const,
    timestamp: '2026-11-01T10:00:00.000Z',
    workspaceId: '01900000-0000-7000-8000-000000000001',
    teamId: '01900000-0000-7000-8000-000000000002',
    actor: automation,
    data,
  });
  /** What is sent of it. */
  const sent = (data: object) => {
    const { id, type, data: resource, ...rest } = content(data);
    // A change set of its own, unless another one is given.
    return { id, type, apiVersion: '1', ...rest, changeSetId: id, data: resource };
  };
  const empty = Buffer.byteLength(JSON.stringify(sent({ title: '' })));

  test('of 256 KiB is left as it is', () => {
    const title = 'x'.repeat(EVENT_MAX_BYTES - empty);
    const text = eventBody(content({ title }));
    expect(Buffer.byteLength(text)).toBe(EVENT_MAX_BYTES);
    expect(JSON.parse(text)).toEqual(sent({ title }));
  });

  test.each([
    ['one byte more', 'x'.repeat(EVENT_MAX_BYTES - empty + 1)],
    ['letters of several bytes', 'ü'.repeat(EVENT_MAX_BYTES)],
    ['pairs of surrogates', `x${'😀'.repeat(EVENT_MAX_BYTES)}`],
    ['what JSON escapes', '"\\\n'.repeat(EVENT_MAX_BYTES)],
  ])('that is too long by %s is cut, and says where', (_, description) => {
    const text = eventBody(content({ title: 'Short', description }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(EVENT_MAX_BYTES);
    const { data, truncated, ...rest } = JSON.parse(text) as Record<string, any>;
    const { data: __, ...expected } = sent({});
    expect([rest, truncated, data.title]).toEqual([expected, ['data.description'], 'Short']);
    expect(data.description.length).toBeGreaterThan(0);
    expect(data.description.isWellFormed()).toBe(true);
    // A pair that was cut in two leaves a mark in the place of its half.
    expect(description.startsWith(data.description.replace(/\ufffd$/, ''))).toBe(true);
  });

  test('names each string that was cut, also those of changes', () => {
    const [was, is] = ['x'.repeat(EVENT_MAX_BYTES), 'y'.repeat(EVENT_MAX_BYTES)];
    const changes = [
      { field: 'title', from: 'Short', to: 'Shorter' },
      { field: 'description', from: was, to: is },
    ];
    const text = eventBody({ ...content({ description: is }), changes });
    const { truncated, ...event } = JSON.parse(text);
    expect(truncated.toSorted()).toEqual(['changes.1.from', 'changes.1.to', 'data.description']);
    expect(event.changes[0]).toEqual(changes[0]);
    expect(event.changes[1].field).toBe('description');
    expect(was.startsWith(event.changes[1].from) && is.startsWith(event.changes[1].to)).toBe(true);
  });

  test('is valid, well formed and short enough whatever it holds', () => {
    const texts = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }),
      {
        maxKeys: 5,
      },
    );
    const most = 1_200;
    let cut = 0;
    fc.assert(
      fc.property(texts, (data) => {
        const whole = JSON.stringify(sent(data));
        const text = eventBody(content(data), most);
        const { truncated = [], ...rest } = JSON.parse(text) as {
          truncated?: string[];
          data: Record<string, string>;
        };
        if (Buffer.byteLength(whole) <= most) {
          expect(text).toBe(whole);
          return;
        }
        cut++;
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
        expect(rest).toMatchObject({ ...sent({}), data: {} });
        expect(Object.keys(rest.data)).toEqual(Object.keys(data));
        const changed = Object.keys(data).filter((key) => rest.data[key] !== data[key]);
        expect(truncated.toSorted()).toEqual(changed.map((key) => `data.${key}`).sort());
      }),
      { numRuns: 500 },
    );
    expect(cut).toBeGreaterThan(100);
  });
});

test('a delivery of an event has an id of its own for each endpoint, always the same, of the time of the event', () => {
  const event = { id: '01900000-0000-7000-8000-000000000000' };
  const [one, other] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
  expect(deliveryId(event, one)).toBe(deliveryId(event, one));
  expect(deliveryId(event, one)).not.toBe(deliveryId(event, other));
  expect(deliveryId(event, one)).toMatch(uuidV7);
  expect(eventTime(deliveryId(event, one))).toBe(eventTime(event.id));
});

test("an event's id follows from the item, its version and the time, and from nothing else", () => {
  const [at, later] = [new Date('2026-11-01T10:00:00.001Z'), new Date('2026-11-01T10:00:00.002Z')];
  const id = eventId('S#1', at.toISOString(), at);
  expect(id).toMatch(uuidV7);
  expect(eventId('S#1', at.toISOString(), at)).toBe(id);
  expect(eventTime(id)).toBe(at.getTime());
  const others = [
    eventId('S#2', at.toISOString(), at),
    eventId('S#1', 'deleted', at),
    eventId('S#1', later.toISOString(), later),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
  expect(others[2]! > id).toBe(true);
});
