import { expect } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { switchIntakeOn, triageApi } from '../triage/triage-api.ts';
import type { Place, Write } from './write.ts';

/** Deciding about a story in triage, with a key: it becomes a duplicate, and gets its relation. */
export function triageWrites(place: () => Place): Record<string, Write> {
  return {
    async triageStory() {
      const { workspace, admin } = place();
      const team = await workspace.team();
      const member = { workspaceId: workspace.id, teamId: team.id, principalId: admin.id };
      await workspace.operator.joinTeam(member);
      await switchIntakeOn(workspace, admin.client, team);
      const fields = { teamId: team.id, triage: true };
      const story = await createStoryAs(admin.client, workspace, fields);
      const original = await createStoryAs(admin.client, workspace, { teamId: team.id });
      const headers = { 'idempotency-key': newKey() };
      const body = { decision: 'duplicate', duplicateOf: original.id };
      return {
        send: () => triageApi(workspace, admin.client).send(story, body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          const path = `${workspace.path}/stories/${story.id}`;
          expect((await admin.client.get(path)).json.data).toEqual(json.data);
          expect((await admin.client.get(`${path}/relations`)).json.data).toHaveLength(1);
        },
      };
    },
  };
}
