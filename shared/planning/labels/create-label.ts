import * as z from 'zod';
import { invalidReference } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { assertWithinRestriction } from '../../kernel/api/operation/team-restriction.ts';
import { recordTeamContent } from '../../identity/team/team-store.ts';
import { color, name, uuid } from '../../kernel/core/schema.ts';
import { labelNameTaken } from './get-label.ts';
import { visibleLabelOrThrow } from './label-access.ts';
import { labelSchema, type Label } from './label.ts';
import { getLabelItem, putLabel, toLabel } from './label-store.ts';

export const createLabel = operation({
  id: 'createLabel',
  method: 'POST',
  path: `${WORKSPACE_PATH}/labels`,
  tag: 'Labels',
  summary: 'Create a label',
  description: 'Creates a label for one team or, without teamId, for the whole workspace.',
  scopes: ['labels:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['restricted_credential', 'invalid_reference', 'conflict'],
  body: () =>
    z
      .strictObject({ name: name(), color: color().default('#6366f1'), teamId: uuid().optional() })
      .meta({ id: 'CreateLabelRequest' }),
  output: labelSchema,
  tool: {
    name: 'manage_setup',
    title: 'Set up teams',
    description:
      'Changes what teams and people are set up with: {"kind":"label","action":"create","name":"Bug","teamId":"ENG","idempotencyKey":"…"}. update and delete need id and expectedUpdatedAt.',
    annotations: destructive,
  },
  handle: async ({ body: { teamId = null, ...body }, caller, now, newId, commit }) => {
    if (teamId !== null && !caller.teamIds.has(teamId)) {
      throw invalidReference([noTeam]);
    }
    assertWithinRestriction(caller, { teamId });
    const teamGone = () => invalidReference([noTeam]);
    const timestamp = now.toISOString();
    const label: Label = {
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId,
      ...body,
      createdAt: timestamp,
      updatedAt: timestamp,
      archivedAt: null,
    };
    const owned = teamId === null ? [] : [recordTeamContent(teamId, teamGone)];
    await commit([...putLabel(label, labelNameTaken(label)), ...owned], label.id);
    return label;
  },
  replay: async ({ caller, read, resourceId }) =>
    toLabel(visibleLabelOrThrow(caller, await getLabelItem(read, resourceId))),
});
const noTeam = { path: 'teamId', message: 'is not a team that this credential can access' };
