import { publicReadRoutes } from '../shared/api/http/public-read.ts';
import { webHandler } from '../shared/api/http/web-handler.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/public-portals/index.ts';

export const handler = webHandler([
  ...publicPortalOperations.flatMap(publicReadRoutes),
  ...publicPortalRoutes,
]);
