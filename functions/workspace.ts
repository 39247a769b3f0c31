import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { workspaceGroup } from '../shared/surface/workspace.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(workspaceGroup.map(operationRoute));
