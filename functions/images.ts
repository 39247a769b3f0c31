import { portalImageOperations } from '../shared/feedback/portals/index.ts';
import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { imageRoutes } from '../shared/surface/groups/images.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([...portalImageOperations.map(operationRoute), ...imageRoutes]);
