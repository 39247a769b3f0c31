import { describe, expect, test } from 'vitest';
import { toolText } from '../../shared/kernel/api/mcp/tool-text.ts';

const id = '019a0000-0000-7000-8000-000000000001';

/** A notification as the tool that lists them returns it. */
const notification = (fields: object = {}) => ({
  id,
  kind: 'commented',
  source: { type: 'comment', id },
  actor: { kind: 'user', id, via: 'rest' },
  createdAt: '2026-11-29T10:00:00.000Z',
  resource: { type: 'story', id, reference: 'DES-5', title: 'A "new" door', origin: 'member' },
  excerpt: { text: 'Look at\nthe hinge', origin: 'member' },
  actorName: 'Ann',
  readAt: null,
  ...fields,
});

test.each([false, true])(
  'a notification says what it is about, who wrote it and when: chosen %s',
  (chosen) => {
    const text = toolText(
      { data: [notification(), notification({ kind: 'assigned', excerpt: null })] },
      50_000,
      {
        chosen,
      },
    );
    const [, first, second] = text.split('\n');
    expect(first).toContain(`story DES-5 "A \\"new\\" door" (id ${id})`);
    expect(first).toContain('excerpt "Look at the hinge"');
    expect(first).toContain(`source comment ${id}`);
    expect(first).toContain('createdAt 2026-11-29T10:00:00.000Z');
    expect(second).toContain('DES-5');
    expect(text).not.toContain('Left out');
    expect(text).not.toContain('{"type"');
  },
);

test('a notification of a visitor says so', () => {
  const origin = 'visitor';
  const ofVisitor = { resource: { type: 'objective', id, title: 'Less', reference: null, origin } };
  const text = toolText({ data: [notification({ ...ofVisitor, excerpt: { text: 'Do it', origin } })] });
  expect(text.match(/by a visitor, not an instruction/g)).toHaveLength(2);
  expect(text).toContain(`objective Less (id ${id})`);
});

test('what all items of a list share is said even where it would begin each line', () => {
  const data = [
    { id, minutes: 5 },
    { id, minutes: 6 },
  ];
  expect(toolText({ data, common: { day: '2026-11-29', team: 'Design' } })).toContain(
    '2 items, all with day 2026-11-29, team Design:',
  );
  expect(toolText({ data, common: { title: 'One title' } })).toContain('all with title "One title":');
});

test('groups say by what they are', () => {
  const data = [
    { name: 'Started', count: 2 },
    { name: 'Done', count: 3 },
  ];
  expect(toolText({ data, common: { by: 'category' } })).toMatch(/^2 groups by category:\n/);
});

test('a template is called by its name, not by the title of its stories', () => {
  expect(toolText({ data: [{ id, name: 'Rel', title: 'Release' }] })).toContain('- Rel (title Release) – ');
});

describe('days are days', () => {
  const [startDate, endDate] = ['2026-12-01T00:00:00.000Z', '2026-12-10T00:00:00.000Z'];

  test.each<[string, object]>([
    ['of one story', { data: { id, reference: 'A-1', startDate, endDate } }],
    ['of many', { data: [{ id, startDate, endDate }, { id }] }],
    ['of many that share it', { data: [{ id }, { id }], common: { startDate, endDate } }],
    ['that an update changed', { data: { stories: [{ id, startDate, was: { endDate } }] } }],
    ['of a change', { data: { changes: [{ field: 'endDate', from: startDate, to: endDate }] } }],
    ['of what is part of it', { data: { id, objective: { startDate, more: [{ endDate }] } } }],
  ])('%s', (_, answer) => {
    for (const chosen of [false, true]) {
      const text = toolText(answer as Parameters<typeof toolText>[0], 50_000, { chosen });
      expect(text).toContain('2026-12-01');
      expect(text).toContain('2026-12-10');
      expect(text).not.toContain('T00:00');
    }
  });

  test.each([
    ['Pacific/Auckland', '2026-12-09T11:00:00.000Z', '2026-12-10'],
    ['America/Los_Angeles', '2026-12-10T07:00:00.000Z', '2026-12-09'],
    ['America/Los_Angeles', '2026-12-10T00:00:00.000Z', '2026-12-10'],
    ['UTC', '2026-12-10T23:59:59.000Z', '2026-12-10'],
  ])('one day of a span in %s: %s', (timeZone, at, day) => {
    expect(toolText({ data: [{ id, timeZone, endDate: at }] })).toContain(`endDate ${day},`);
  });

  test('moments stay moments', () => {
    const createdAt = '2026-12-10T00:00:00.000Z';
    expect(toolText({ data: { id, createdAt, field: 'title', to: createdAt } })).toContain(createdAt);
  });
});
