import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Story } from '../../../shared/planning/story/story.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { storyApi } from '../../stories/story-api.ts';
import { planningApi } from '../../support/planning.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { runCli } from './cli.ts';
import { mirrorIn, shownTo } from './mirror.ts';

/** A workspace with two teams, whose member reads what an admin writes, and an empty folder for what they read. */
export async function syncSetup() {
  const workspace = await newWorkspace();
  const teams: readonly [Team, Team] = [await workspace.team(), await workspace.team()];
  const admin = await workspace.person('admin', teams);
  const reader = await workspace.person('member', teams);
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = (person = reader) => ({
    PLOTLINE_URL: sharedService().baseUrl,
    PLOTLINE_TOKEN: person.token,
  });
  const sync = (...options: string[]) => runCli(['sync', folder, ...options], env());
  /** What the reader sees, from the lists of the API. */
  const shown = () => shownTo(reader.client, workspace);
  /** Syncs until the mirror has what the service shows: the feed lags behind a write. */
  const untilInStep = () =>
    expect
      .poll(async () => {
        await sync('--once');
        const [mirror, service] = [mirrorIn(folder), await shown()];
        const linesOf = (contents: typeof mirror) =>
          Object.entries(contents).flatMap(([file, lines]) =>
            lines.map((line) => [file, JSON.stringify(line)].join(' ')),
          );
        const [have, want] = [linesOf(mirror), linesOf(service)];
        const differences = [
          ...have.filter((line) => !want.includes(line)).map((line) => `mirror: ${line}`),
          ...want.filter((line) => !have.includes(line)).map((line) => `service: ${line}`),
        ];
        return differences.length === 0 ? 'in step' : differences;
      })
      .toBe('in step');
  return {
    workspace,
    teams,
    admin,
    folder,
    stories: storyApi(workspace, admin.client),
    plan: planningApi(workspace, admin.client),
    env,
    sync,
    shown,
    untilInStep,
    comment: (story: Story, content: string, parentId?: string) =>
      admin.client.post(`${workspace.path}/stories/${story.id}/comments`, {
        content,
        ...(parentId ? { parentId } : {}),
      }),
    relate: (one: Story, type: string, other: Story) =>
      admin.client.post(`${workspace.path}/stories/${one.id}/relations`, { type, relatedStoryId: other.id }),
    /** The reader's place in a team. */
    place: (team: Team) => ({ workspaceId: workspace.id, teamId: team.id, principalId: reader.id }),
  };
}
