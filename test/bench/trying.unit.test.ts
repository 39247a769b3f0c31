import { expect, test } from 'vitest';
import { trying } from './trying.ts';

test('a step that fails once says which and why, and the run goes on', async () => {
  const said: string[] = [];
  let runs = 0;
  const work = () =>
    ++runs === 1
      ? Promise.reject(new TypeError('fetch failed', { cause: new Error('read ECONNRESET') }))
      : Promise.resolve('done');
  expect(await trying('search', work, (line) => said.push(line))).toBe('done');
  expect(said).toEqual(['search failed and is done once more: fetch failed (read ECONNRESET)']);
});

test('a step that fails twice ends the run with its name', async () => {
  const work = () => Promise.reject(new Error('fetch failed'));
  await expect(trying('search', work, () => undefined)).rejects.toThrow('search failed twice: fetch failed');
});
