import { defineInclude } from '../../kernel/api/operation/include.ts';
import type { Objective } from '../objective/objective.ts';
import { findLatestUpdate } from './objective-update-store.ts';
import { objectiveUpdateSchema, type ObjectiveUpdate } from './objective-update.ts';

/** What the answers of getObjective and listObjectives can include. */
export const objectiveIncludes = {
  latestUpdate: defineInclude({
    schema: objectiveUpdateSchema,
    scopes: ['objectives:read'],
    referencesOf: ({ id, teamId }: Objective) => [{ id, teamId }],
    referencesIn: ({ objectiveId }) =>
      typeof objectiveId === 'string' ? [{ id: objectiveId, teamId: '' }] : [],
    load: (references, { read }) => references.map(({ id }) => findLatestUpdate(read, id)),
    render: (latest: ObjectiveUpdate | undefined) => (latest ? [latest] : []),
  }),
};
