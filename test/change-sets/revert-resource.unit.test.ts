import { expect, test } from 'vitest';
import type { SetEvent } from '../../shared/events/change-sets/change-set.ts';
import { revertResource } from '../../shared/surface/change-sets/revert-resource.ts';
import type { RevertContext } from '../../shared/surface/change-sets/take-over.ts';

test.each([true, false])(
  'a reversal (dry: %s) waits for nothing that was deleted long ago and is in no bin any more',
  async (isDry) => {
    const used: string[] = [];
    const use = (name: string) => async () => void used.push(name);
    const context = {
      read: { get: async () => undefined },
      now: new Date('2026-11-26T12:00:00.000Z'),
      run: use('run'),
      assertMay: use('assertMay'),
      pause: use('pause'),
      changeSetId: 'set',
      created: new Set<string>(),
      takenBack: new Map<string, string[]>(),
      isDry,
    } as unknown as RevertContext;
    const event = {
      type: 'story.deleted',
      timestamp: '2026-10-01T12:00:00.000Z',
      data: { id: '019aad45-2656-7202-8f07-f41bba4e8298' },
    } as unknown as SetEvent;
    const outcome = { reverted: [], conflicts: [], irreversible: [], changeSetId: null, dryRun: isDry };
    const { id } = event.data;
    await revertResource(context, { resource: 'story', id, first: event, last: event, fields: [] }, outcome);
    expect(used).toEqual([]);
    expect(outcome.irreversible).toMatchObject([{ id, reason: expect.stringContaining('restored') }]);
  },
);
