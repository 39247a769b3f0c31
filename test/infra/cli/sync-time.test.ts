import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { timeApi } from '../../time-entries/time-api.ts';
import { syncSetup } from './sync-setup.ts';

test('a mirror has the time of stories in sight, also of one that comes into it or goes out of it', async () => {
  const { workspace, teams, admin, folder, stories, sync } = await syncSetup();
  const hidden = await workspace.team();
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: hidden.id,
    principalId: admin.id,
  });
  const time = timeApi(workspace, admin.client);
  const [seen, moving] = [
    await stories.create({ teamId: teams[0].id }),
    await stories.create({ teamId: hidden.id }),
  ];
  const [first, second] = [await time.log(seen, 30), await time.log(moving, 15)];
  const file = join(folder, 'time-entries.jsonl');
  const mirrored = async () => {
    expect((await sync('--once')).code).toBe(0);
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line).id as string);
  };
  const untilMirrored = (...ids: string[]) => expect.poll(mirrored).toEqual(ids);
  await untilMirrored(first.id);
  const moved = await stories.change(moving, { teamId: teams[1].id });
  await untilMirrored(first.id, second.id);
  await stories.change(moved, { teamId: hidden.id });
  await untilMirrored(first.id);
});
