import { expect, test } from 'vitest';
import type { SetEvent } from '../../shared/events/change-sets/change-set.ts';
import { nameOf, stepsOf } from '../../shared/surface/change-sets/revert-steps.ts';

const at = '2026-11-26T12:00:00.000Z';
const event = (type: string, data: object, changes?: object[]): SetEvent =>
  ({ id: `${type} ${JSON.stringify(data)}`, type, timestamp: at, data, changes }) as unknown as SetEvent;

const stepsIn = (events: readonly SetEvent[]) => stepsOf(events, undefined).map((step) => step.map(nameOf));

/** In every order in which events of the same time can come. */
function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

const tree = [
  { id: 'top', parentId: null },
  { id: 'middle', parentId: 'top' },
  { id: 'leaf', parentId: 'middle' },
];
const relation = { id: 'link', storyId: 'top', relatedStoryId: 'leaf' };

test('stories deleted within a second are restored parents first, and their relations after both', () => {
  const events = [...tree.map((data) => event('story.deleted', data)), event('relation.deleted', relation)];
  for (const some of orders(events))
    expect(stepsIn(some)).toEqual([['story top'], ['story middle'], ['story leaf'], ['relation link']]);
});

test('stories created within a millisecond are deleted children first, and their relations before both', () => {
  const events = [...tree.map((data) => event('story.created', data)), event('relation.created', relation)];
  for (const some of orders(events))
    expect(stepsIn(some)).toEqual([['relation link'], ['story leaf'], ['story middle'], ['story top']]);
});

test('a field is restored after what it names is back, or before that is gone', () => {
  const detached = event('story.updated', { id: 'leaf', parentId: null }, [
    { field: 'parentId', from: 'top', to: null },
  ]);
  for (const some of orders([event('story.deleted', tree[0]!), detached]))
    expect(stepsIn(some)).toEqual([['story top'], ['story leaf']]);
  const labelled = event('story.updated', { id: 'top', labels: ['new'] }, [
    { field: 'labels', from: [], to: ['new'] },
  ]);
  for (const some of orders([event('label.created', { id: 'new' }), labelled]))
    expect(stepsIn(some)).toEqual([['story top'], ['label new']]);
});

test('stories that were parents of each other are all reverted', () => {
  const events = [
    event('story.deleted', { id: 'one', parentId: 'other' }),
    event('story.deleted', { id: 'other', parentId: 'one' }),
  ];
  expect(stepsIn(events).flat().sort()).toEqual(['story one', 'story other']);
});
