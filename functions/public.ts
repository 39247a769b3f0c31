import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { docsRoutes } from '../shared/surface/docs/index.ts';
import { discoveryRoutes } from '../shared/surface/system/discovery.ts';
import { reachRoutes } from '../shared/surface/system/reach.ts';
import { systemOperations } from '../shared/surface/system/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([
  ...docsRoutes,
  ...discoveryRoutes,
  ...reachRoutes,
  ...systemOperations.map(operationRoute),
]);
