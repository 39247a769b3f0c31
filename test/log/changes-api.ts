import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';

export interface ChangeEvent {
  id: string;
  type: string;
  teamId: string | null;
  actor: object;
  data: { id: string; [field: string]: unknown };
  changes?: { field: string; from: unknown; to: unknown }[];
}

type Query = Record<string, string | number>;

/** Reads the changes of a workspace as one caller. */
export function changesApi({ path }: Pick<TestWorkspace, 'path'>, client: Client, filters: Query = {}) {
  const get = (query: Query = {}) => client.get(`${path}/changes`, { ...filters, ...query });

  /** A reader that begins now and continues wherever it stopped. */
  async function reader(start: Query = {}) {
    const { status, json, text } = await get(start);
    expect(status, text).toBe(200);
    let cursor = json.meta.resumeCursor as string;
    const events: ChangeEvent[] = [...json.data];
    const poll = async () => {
      for (;;) {
        const page = await get({ cursor });
        expect(page.status, page.text).toBe(200);
        expect(page.json.meta.hasMore).toBe(page.json.meta.nextCursor !== null);
        cursor = page.json.meta.resumeCursor;
        events.push(...page.json.data);
        if (!page.json.meta.hasMore) return;
      }
    };
    return {
      events,
      poll,
      /** Reads on until the feed has an event, and returns it. */
      async until(isIt: (event: ChangeEvent) => boolean): Promise<ChangeEvent> {
        await expect.poll(async () => (await poll(), events.some(isIt))).toBe(true);
        return events.find(isIt)!;
      },
    };
  }
  return { get, reader };
}
