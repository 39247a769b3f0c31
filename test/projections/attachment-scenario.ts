import { expect } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getAttachmentItem } from '../../shared/planning/attachments/attachment-store.ts';
import { binKeyOf } from '../../shared/planning/bin/bin-store.ts';
import { storyKeyOf } from '../../shared/planning/story/story-store.ts';
import { getMinutes, getTimeEntryItem } from '../../shared/planning/time-entries/time-entry-store.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { expireInBin, untilBinned } from '../support/leave-bin.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** The scenario of a deleted story that leaves the bin, with the files and the time of it and of one that is there. */
export async function attachmentScenario(
  workspace: TestWorkspace,
  { id: teamId }: Team,
  client: Client,
): Promise<Scenario> {
  const stories = storyApi(workspace, client);
  const files = attachmentApi(workspace, client);
  const [gone, kept] = [await stories.create({ teamId }), await stories.create({ teamId })];
  const [file, other] = [await files.attach(gone), await files.attach(kept)];
  const time = timeApi(workspace, client);
  const [spent, left] = [await time.log(gone), await time.log(kept)];
  await stories.delete(gone.id);
  const inBin = binKeyOf(gone.id, storyKeyOf(gone.id));
  const read = () => createReader(workspace.database);
  await untilBinned(workspace.database, inBin);
  return {
    change: () => expireInBin(workspace.database, inBin),
    async expectDone() {
      expect(await getAttachmentItem(read(), file.id)).toBeUndefined();
      expect(await files.list(kept)).toEqual([other]);
      expect(await getTimeEntryItem(read(), spent.id)).toBeUndefined();
      expect(await getMinutes(read(), gone.id)).toBe(0);
      expect((await time.listOf(kept)).json.data).toEqual([left]);
    },
  };
}
