import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { workspaceGroup } from '../shared/groups/workspace.ts';

export const handler = pipeline(workspaceGroup.map(operationRoute));
