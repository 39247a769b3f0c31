import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { workspaceGroup } from '../shared/surface/groups/workspace.ts';

export const handler = pipeline(workspaceGroup.map(operationRoute));
