import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createLogWriter } from '../../shared/kernel/log/append.ts';
import { eventId } from '../../shared/kernel/log/event.ts';
import { eventLog } from '../../shared/kernel/log/event-log.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: Database;

beforeAll(async () => {
  database = databaseOf(await ownTable());
});

/** A log whose events are retained for a day, and what a model reads of it that follows it from an entry on. */
function newLog() {
  const log = randomUUID();
  let at = Date.now();
  const now = () => new Date(at);
  return {
    advance: (ms: number) => void (at += ms),
    async append(...types: string[]): Promise<string[]> {
      const events = types.map((type) => {
        const id = eventId(randomUUID(), 'x', now());
        return { id, body: JSON.stringify({ id, type, data: { id: `of ${id}` } }) };
      });
      await createLogWriter()({ database, now, retention: DAY_MS }, log, events);
      return events.map(({ id }) => `of ${id}`);
    },
    hasLost: (entry: number) => eventLog.hasLost(createReader(database), log, entry),
    /** What the table does with an entry that has expired. */
    forget: (entry: number) =>
      commit(database, [{ delete: { pk: `LOG#${log}`, sk: String(entry).padStart(16, '0') } }]),
    newest: () => eventLog.newest(createReader(database), log),
    after: (entry: number) => eventLog.after(createReader(database), log, entry, now()),
    /** Reads on until there is nothing more. */
    async follow(from: number): Promise<{ ids: string[]; entry: number }> {
      const ids: string[] = [];
      for (let entry = from; ;) {
        const found = await eventLog.after(createReader(database), log, entry, now());
        if (found.changes.length === 0) return { ids, entry };
        ids.push(...found.changes.map(({ id }) => id));
        ({ entry } = found);
      }
    },
  };
}

test('the log names what changed after an entry, once each, also from the beginning', async () => {
  const log = newLog();
  expect(await log.newest()).toBe(0);
  expect(await log.after(0)).toEqual({ changes: [], entry: 0 });
  const first = await log.append('story.created', 'comment.updated');
  const { changes } = await log.after(0);
  expect(changes).toEqual([
    { kind: 'story', id: first[0] },
    { kind: 'comment', id: first[1] },
  ]);
  const many = await log.append(...Array<string>(600).fill('story.updated'));
  const all = await log.follow(0);
  expect([...new Set(all.ids)]).toEqual([...first, ...many]);
  expect(all.entry).toBe(await log.newest());
  const [last] = await log.append('objective.deleted');
  expect((await log.follow(all.entry)).ids).toEqual([last]);
});

test('the log knows that it has lost changes, where later ones are there', async () => {
  const log = newLog();
  expect(await log.hasLost(0)).toBe(false);
  await log.append('story.created');
  const before = await log.newest();
  await log.append('story.updated');
  const gone = await log.newest();
  await log.append('story.updated');
  for (const entry of [0, before, await log.newest()]) expect(await log.hasLost(entry)).toBe(false);
  await log.forget(gone);
  expect([await log.hasLost(before), await log.hasLost(gone)]).toEqual([true, false]);
  await log.forget(before);
  expect(await log.hasLost(0)).toBe(true);
});

test('the log has lost nothing where it begins again after a silence', async () => {
  const log = newLog();
  await log.append('story.created');
  const before = await log.newest();
  log.advance(40 * DAY_MS);
  await log.append('story.updated');
  expect(await log.hasLost(before)).toBe(false);
});

test('a reader continues where a log begins again after a silence', async () => {
  const log = newLog();
  await log.append('story.created');
  const before = await log.newest();
  log.advance(40 * DAY_MS);
  const [id] = await log.append('story.updated');
  expect(await log.newest()).toBeGreaterThan(before);
  // Writers that continued the earlier numbers may still be at work for a minute.
  log.advance(61_000);
  expect((await log.follow(before)).ids).toEqual([id]);
});
