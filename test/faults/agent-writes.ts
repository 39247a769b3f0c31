import { expect } from 'vitest';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** What an agent adds to its session, with a key. */
export const agentWrites = (place: () => Place): Record<string, Write> => ({
  async createAgentActivity() {
    const { workspace, team, admin } = place();
    const agent = await workspace.serviceAccount([team]);
    const own = sessionApi(workspace, agent.client);
    const stories = storyApi(workspace, admin.client);
    const { id } = await own.on(await stories.create({ teamId: team.id, assigneeId: agent.id }));
    const [body, headers] = [{ kind: 'action', body: newKey() }, { 'idempotency-key': newKey() }];
    return {
      send: () => own.send(id, body, headers),
      async verify({ status, json, text }) {
        expect(status, text).toBe(201);
        expect(await own.activities(id)).toEqual([json.data]);
        expect(await own.read(id)).toMatchObject({ activityCount: 1, lastActivity: json.data });
      },
    };
  },
});
