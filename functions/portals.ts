import { pipeline } from '../shared/api/http/pipeline.ts';
import { publicReadRoutes } from '../shared/api/http/public-read.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/public-portals/index.ts';

const routes = [...publicPortalOperations.flatMap(publicReadRoutes), ...publicPortalRoutes];

export const handler = pipeline(routes);
