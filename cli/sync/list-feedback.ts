import type { Mirror } from './mirror.ts';
import { pagesOf, type SyncSource } from './reading.ts';

const HIDDEN = { hidden: 'include' };

/** Puts the workspace's portals, and what is on them. */
export async function listFeedback(reading: SyncSource, mirror: Mirror): Promise<void> {
  if (!reading.reads('portal')) return;
  for await (const portals of pagesOf(reading, `${reading.path}/portals`)) {
    for (const portal of portals) {
      mirror.put('portal', portal);
      const at = `${reading.path}/portals/${portal.id}`;
      for await (const updates of pagesOf(reading, `${at}/updates`, {}, 'none if gone'))
        for (const update of updates) mirror.put('feedback_update', update);
      for await (const items of pagesOf(reading, `${at}/items`, HIDDEN, 'none if gone')) {
        for (const item of items) {
          mirror.put('feedback_item', item);
          await listComments(reading, mirror, `${at}/items/${item.id}`);
        }
      }
    }
  }
}

async function listComments(reading: SyncSource, mirror: Mirror, item: string): Promise<void> {
  const query = { ...HIDDEN, internal: 'include' };
  for await (const comments of pagesOf(reading, `${item}/comments`, query, 'none if gone'))
    for (const comment of comments) mirror.put('feedback_comment', comment);
}
