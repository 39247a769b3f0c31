import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { commentGroup, commentRoutes } from '../shared/surface/groups/comments.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([...commentGroup.map(operationRoute), ...commentRoutes]);
