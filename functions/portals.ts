import { pipeline } from '../shared/api/http/pipeline.ts';
import { publicReadRoutes } from '../shared/api/http/public-read.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/public-portals/index.ts';

export const handler = pipeline([...publicPortalOperations.flatMap(publicReadRoutes), ...publicPortalRoutes]);
