import { expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import { assertNoCircle } from '../../shared/planning/relations/circle.ts';
import type { StoryRelation } from '../../shared/planning/story/story-relations.ts';
import { replaceStoryRelations } from '../../shared/planning/story/story-relations-store.ts';

const stale = () => new Error('The relations changed.');

/** Stories that block each other, one after another, and a reader that counts how often it is asked. */
function chainOf(length: number, name = 'story') {
  const ids = Array.from({ length }, (_, at) => `${name} ${at}`);
  const relation = (type: 'blocks' | 'blocked_by', storyId: string | undefined): StoryRelation[] =>
    storyId === undefined
      ? []
      : [{ id: `to ${storyId}`, type, storyId, teamId: 't', createdBy: 'm', createdAt: '2026-11-02' }];
  return ids.map((storyId, at) => ({
    storyId,
    teamId: 't',
    version: undefined,
    relations: [...relation('blocked_by', ids[at - 1]), ...relation('blocks', ids[at + 1])],
  }));
}

function countingReader(sides: ReturnType<typeof chainOf>) {
  const items = sides.map((side) => {
    const change = replaceStoryRelations(side, side.relations, stale);
    if (!('put' in change)) throw new Error('Relations are not replaced as a whole.');
    return change.put;
  });
  const asked: string[] = [];
  const none = () => Promise.resolve([]);
  const read: Reader = {
    get: (key) => {
      asked.push(key.pk);
      return Promise.resolve(items.find(({ pk, sk }) => pk === key.pk && sk === key.sk));
    },
    getMany: none,
    query: none,
    count: () => Promise.resolve(0),
    children: none,
    range: none,
  };
  return { read, asked };
}

test('a chain is not followed where nothing hangs below, or nothing above', async () => {
  const chain = chainOf(300);
  const [alone] = chainOf(1, 'alone');
  const { read, asked } = countingReader([...chain, alone!]);
  await assertNoCircle(read, chain.at(-1)!, alone!);
  await assertNoCircle(read, alone!, chain[0]!);
  expect(asked).toEqual([]);
});

test('the shorter of two chains decides how far both are followed', async () => {
  const [long, short] = [chainOf(300), chainOf(5, 'other')];
  const { read, asked } = countingReader([...long, ...short]);
  await assertNoCircle(read, long.at(-1)!, short[0]!);
  expect(asked.length).toBeLessThanOrEqual(10);
  await expect(assertNoCircle(read, long.at(-1)!, long[296]!)).rejects.toThrow('circle');
});

test('two chains that are long on both sides are refused after a bounded number of reads, with the reason', async () => {
  const [one, other] = [chainOf(300), chainOf(300, 'other')];
  const { read, asked } = countingReader([...one, ...other]);
  await expect(assertNoCircle(read, one.at(-1)!, other[0]!)).rejects.toMatchObject({
    code: 'invalid_reference',
    fields: [{ path: 'relatedStoryId', message: expect.stringContaining('too long to be looked through') }],
  });
  expect(asked.length).toBeLessThanOrEqual(100);
});
