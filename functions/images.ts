import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { imageGroup, imageRoutes } from '../shared/surface/groups/images.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([...imageGroup.map(operationRoute), ...imageRoutes]);
