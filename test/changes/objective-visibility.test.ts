import { expect, test } from 'vitest';
import type { Caller } from '../../shared/kernel/core/caller.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { objectiveVisibility } from '../../shared/events/changes/objective-visibility.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('nothing from before an objective became visible is revealed, not even that a key result was changed', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const plan = planningApi(workspace, admin.client);
  const { id: objectiveId, updatedAt } = await plan.objective(team, { private: true });
  const opening = { expectedUpdatedAt: updatedAt, private: false };
  expect((await plan.objectives.update(objectiveId, opening)).status).toBe(200);
  const principalId = newKey();
  const reader: Caller = {
    kind: 'user',
    principalId,
    workspaceId: workspace.id,
    role: 'member',
    scopes: new Set(),
    teamIds: new Set([team.id]),
    restrictedTeamIds: null,
    credentialId: newKey(),
    credentialName: 'A token',
    expiresAt: ago(-60),
    actor: { kind: 'user', id: principalId, via: 'rest' },
  };
  const event = (timestamp: string) => ({
    id: newKey(),
    type: 'key_result.updated',
    timestamp,
    workspaceId: workspace.id,
    teamId: team.id,
    data: { id: newKey(), objectiveId },
  });
  const events = [event(ago(10)), event(ago(0.5)), event(new Date(Date.now() + 1_000).toISOString())];
  const shown = await objectiveVisibility(reader, createReader(workspace.database), events);
  const [before, late, after] = events.map((one) => shown(one, 'the event'));
  expect(before).toBeUndefined();
  expect(JSON.parse(late!)).toMatchObject({ type: 'access.granted', data: { id: objectiveId } });
  expect(after).toBe('the event');
});
