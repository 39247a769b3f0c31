import { publicReadRoutes } from '../shared/kernel/api/http/public-read.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/pages/public-portals/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

const routes = [...publicPortalOperations.flatMap(publicReadRoutes), ...publicPortalRoutes];

export const handler = serve(routes);
