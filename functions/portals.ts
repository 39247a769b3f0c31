import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { publicReadRoutes } from '../shared/kernel/api/http/public-read.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/pages/public-portals/index.ts';

const routes = [...publicPortalOperations.flatMap(publicReadRoutes), ...publicPortalRoutes];

export const handler = pipeline(routes);
